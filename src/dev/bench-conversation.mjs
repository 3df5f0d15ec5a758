// A conversation of 10,000 messages, written into the database of an application that is closed.
import { join } from 'node:path'
import Database from 'libsql'
import { writeMarkdown } from './bench-service.mjs'

const messages = 10_000
export const longTitle = 'Ten thousand messages'

/** @param {string} folder the user's data */
export function seedConversation(folder) {
  const database = new Database(join(folder, 'workspace.db'))
  const began = Date.now() - messages * 1000
  const id = (/** @type {number} */ index) => `bench-turn-${index}`
  const parameters = JSON.stringify({ model: 'gen-2.5-flash' })
  database.exec('BEGIN')
  database
    .prepare(
      `INSERT INTO conversations (id, title, parameters, head_turn_id, created_at, updated_at)
       VALUES ('bench', ?, ?, ?, ?, ?)`,
    )
    .run(longTitle, parameters, id(messages - 1), began, began)
  const insert = database.prepare(
    `INSERT INTO turns (id, conversation_id, parent_id, role, state, created_at, model, finish_reason, parts)
     VALUES (?, 'bench', ?, ?, 'complete', ?, ?, ?, ?)`,
  )
  const answer = writeMarkdown(1_500)
  for (let index = 0; index < messages; index += 1) {
    const isAnswer = index % 2 === 1
    const text = isAnswer ? answer : `What of drop number ${index / 2}?`
    const model = isAnswer ? 'gen-2.5-flash' : null
    const parent = index ? id(index - 1) : null
    const parts = JSON.stringify([{ text }])
    insert.run(
      id(index),
      parent,
      isAnswer ? 'model' : 'user',
      began + index,
      model,
      isAnswer ? 'STOP' : null,
      parts,
    )
  }
  database.exec('COMMIT')
  database.close()
}
