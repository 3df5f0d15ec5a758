// Writes the content of a data folder that is measured, while the application is closed.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { PNG } from 'pngjs'
import { createRandom } from '../random.mjs'
import { writeMarkdown } from './upstream.mjs'

/** @typedef {(table: string, row: Record<string, unknown>) => number | bigint} Insert returns the row's ID */
/** @typedef {{ name: string, rows: number, dimensions: number }} SeededSet */

const start = Date.now() - 30 * 86_400_000

/** Writes rows to the database, in one transaction. @param {string} folder @param {(insert: Insert) => void} write */
function writeRows(folder, write) {
  const database = new Database(join(folder, 'workspace.db'))
  /** @type {Map<string, import('libsql').Statement>} */
  const statements = new Map()
  database.exec('BEGIN')
  write((table, row) => {
    const columns = Object.keys(row)
    const sql = `INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement.run(Object.values(row)).lastInsertRowid
  })
  database.exec('COMMIT')
  database.close()
}

/** @param {Insert} insert @param {{ id: string, kind?: string, title: string, head: string, at: number }} conversation */
function insertConversation(insert, { id, kind = 'chat', title, head, at }) {
  const parameters = JSON.stringify({ model: 'gen-2.5-flash' })
  insert('conversations', {
    ...{ id, kind, title, parameters, head_turn_id: head, created_at: start, updated_at: start + at },
  })
}

/** Also adds its text to the search, or lets the application index it. @param {Insert} insert @param {{ id: string, conversation: string, parent: string | null, model?: string, part: { text?: string, inlineData?: object } }} turn a prompt without `model` */
function insertTurn(insert, { id, conversation, parent, model, part }) {
  const seq = insert('turns', {
    ...{ id, conversation_id: conversation, parent_id: parent, role: model ? 'model' : 'user' },
    ...{ state: 'complete', created_at: start, model: model ?? null, parts: JSON.stringify([part]) },
    ...{ finish_reason: model ? 'STOP' : null, parameters: model ? JSON.stringify({ model }) : null },
  })
  const { text } = part
  if (text === undefined) return
  if (text.length < longText) insert('turn_texts', { rowid: seq, text })
  else insert('turns_to_index', { seq })
}

/** A chat whose answers to `prompt` have these lengths. @param {Insert} insert @param {{ id: string, title: string, at: number, prompt: string, lengths: number[] }} chat */
function insertChat(insert, { id, title, at, prompt, lengths }) {
  const toId = (/** @type {number} */ round, /** @type {'a' | 'b'} */ half) => `${id}-${round}-${half}`
  insertConversation(insert, { id, title, head: toId(lengths.length - 1, 'b'), at })
  for (const [round, length] of lengths.entries()) {
    const [promptId, parent] = [toId(round, 'a'), round === 0 ? null : toId(round - 1, 'b')]
    const answer = { text: writeMarkdown(length) }
    insertTurn(insert, { id: promptId, conversation: id, parent, part: { text: `${prompt} (${round})` } })
    const model = 'gen-2.5-flash'
    insertTurn(insert, { id: toId(round, 'b'), conversation: id, parent: promptId, model, part: answer })
  }
}

/** One chat with this many messages. @param {string} folder the user's data @param {string} title @param {number} messages */
export function seedConversation(folder, title, messages) {
  const lengths = Array.from({ length: messages / 2 }, () => 1500)
  writeRows(folder, (insert) =>
    insertChat(insert, { id: 'bench', title, at: 0, prompt: 'What of it?', lengths }),
  )
}

const chats = 8750
const drawings = 1250
const variations = 40
/** Side of each image in pixels. */
const side = 8
/** As many of the chats have an answer of a megabyte. */
const longChats = 10
export const longText = 1_000_000

/** The chat with a long answer. @param {number} number */
export const longId = (number) => `chat-${number}`

/** 10,000 conversations and 50,000 images. @param {string} folder the user's data */
export function seedLibrary(folder) {
  writeRows(folder, (insert) => {
    for (let number = 0; number < drawings; number += 1) seedDrawing(insert, join(folder, 'media'), number)
    for (let number = 0; number < chats; number += 1) {
      const lengths = Array.from({ length: 1 + (number % 3) }, () => 600 + (number % 7) * 150)
      if (number < longChats) lengths[lengths.length - 1] = longText
      const [id, title] = [longId(number), `Chat about light ${number}`]
      insertChat(insert, {
        id,
        title,
        at: number * 200_000,
        prompt: `What does light do in drop ${number}?`,
        lengths,
      })
    }
  })
}

/** An image session with one prompt. @param {Insert} insert @param {string} media @param {number} drawing */
function seedDrawing(insert, media, drawing) {
  const [conversation, model] = [`drawing-${drawing}`, 'gen-2.5-flash-image']
  const [prompt, text] = [`${conversation}-a`, `A fox in the distance, number ${drawing}`]
  const head = `image-${(drawing + 1) * variations}`
  insertConversation(insert, { id: conversation, kind: 'images', title: `Drawing ${drawing}`, head, at: 0 })
  insertTurn(insert, { id: prompt, conversation, parent: null, part: { text } })
  for (let variation = 1; variation <= variations; variation += 1) {
    const seq = drawing * variations + variation
    const id = `image-${seq}`
    const metadata = { model, prompt: text, conversationId: conversation, turnId: id }
    const { hash, bytes } = writePicture(media, seq, metadata)
    const part = { inlineData: { mimeType: 'image/png', media: hash } }
    insertTurn(insert, { id, conversation, parent: prompt, model, part })
    insert('items', {
      ...{ seq, text_seq: seq, id, kind: 'image', title: text, model, created_at: start, file: 'here' },
      ...{ media: hash, mime_type: 'image/png', bytes, width: side, height: side, has_sidecar: 1 },
      ...{ conversation_id: conversation, turn_id: id },
    })
    insert('item_texts', { rowid: seq, text })
  }
}

/** An image of its own for each number, with its sidecar. @param {string} media @param {number} number @param {{ model: string, prompt: string, conversationId: string, turnId: string }} metadata */
function writePicture(media, number, metadata) {
  const picture = new PNG({ width: side, height: side })
  picture.data.fill(255)
  picture.data.writeUInt32BE((number << 8) | 255)
  const bytes = PNG.sync.write(picture)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const folder = join(media, hash.slice(0, 2))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${hash}.png`), bytes)
  const empty = { modelVersion: null, took: null, usage: null, exchangeId: null, references: [], chain: [] }
  const common = { version: 1, parameters: { model: metadata.model }, upstream: 'service', createdAt: start }
  writeFileSync(join(folder, `${hash}.json`), JSON.stringify([{ ...common, ...empty, ...metadata }]))
  return { hash, bytes: bytes.length }
}

/** Vectors of unit length around the centers of themes. @param {string} folder the user's data @param {SeededSet} set */
export function seedSet(folder, { name, rows, dimensions }) {
  const { next } = createRandom(7)
  const draw = () => Float32Array.from({ length: dimensions }, () => 2 * next() - 1)
  const centers = Array.from({ length: 24 }, draw)
  const id = `bench-${rows}`
  writeRows(folder, (insert) => {
    insert('embedding_sets', {
      ...{ id, name, columns: '["theme"]', next_row_id: rows + 1, created_at: start, updated_at: start },
      settings: JSON.stringify({ model: 'gen-embedding-001', taskType: null, outputDimensionality: null }),
      upstream: JSON.stringify({ kind: 'demo', id: 'demo', label: 'Demo' }),
    })
    for (let number = 1; number <= rows; number += 1) {
      const theme = number % centers.length
      const key = createHash('sha256').update(`${id} ${number}`).digest()
      const text = `Text ${number} of theme ${theme}: this text is long enough to be truncated in a table.`
      const row = { set_id: id, row_id: number, position: number, text, cells: `["Theme ${theme}"]` }
      insert('embedding_rows', { ...row, state: 'done', key, dimensions })
      const sum = draw().map((value, index) => value + (centers[theme]?.[index] ?? 0))
      const length = Math.hypot(...sum)
      const vector = Buffer.from(sum.map((value) => value / length).buffer)
      insert('embedding_vectors', { key, dimensions, vector, created_at: start })
    }
  })
}
