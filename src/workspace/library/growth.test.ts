// Size of an image in the database.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newAnswer, newPrompt } from '../chat/save-turns'
import { insertConversation } from '../conversations/conversation-rows'
import { insertTurn } from '../conversations/tree/turn-rows'
import { closeDatabase, openDatabase } from '../database/database'
import { makeFolder } from '../workspace.fixture'
import { indexImages } from './item-rows'
import { hashOf, imageParameters } from './library.fixture'

const vocabulary = 'amber fox over misty river at dawn, ink and watercolour, wide angle, soft light '.split(
  ' ',
)
/** Unique texts of about 190 characters, each with rare words. */
const makePrompt = (seed: number) =>
  Array.from({ length: 26 }, (_, at) =>
    at % 5 === 0
      ? hashOf(Buffer.from(`${seed} ${at}`)).slice(0, 9)
      : vocabulary[(seed * 7 + at * (seed % 5)) % vocabulary.length],
  ).join(' ')

test('an image costs at most 4 KB in the database', () => {
  const file = join(makeFolder(), 'workspace.db')
  const connection = openDatabase({ file })
  connection.get('PRAGMA wal_checkpoint(TRUNCATE)')
  const before = statSync(file).size
  let ids = 0
  // The same in each run: the order of the ids decides how full the pages of an index are.
  const newId = () => hashOf(Buffer.from(`id ${++ids}`)).slice(0, 36)
  let imageCount = 0
  connection.transact(() => {
    // Each a chain of five steps.
    for (let drawing = 0; drawing < 100; drawing += 1) {
      const base = { conversationId: newId(), createdAt: drawing }
      insertConversation(connection, {
        id: base.conversationId,
        kind: 'images',
        title: makePrompt(drawing).slice(0, 60),
        createdAt: drawing,
        updatedAt: drawing,
        headTurnId: null,
        parameters: imageParameters,
        pinnedAt: null,
        folderId: null,
        tags: [],
        queued: [],
      })
      let parentId: string | null = null
      for (let step = 0; step < 5; step += 1) {
        const text = makePrompt(drawing * 9 + step)
        const prompt = newPrompt({ ...base, id: newId(), parentId }, [{ text }])
        const media = hashOf(Buffer.from(`${++imageCount}`))
        const answer = {
          ...newAnswer({ ...base, id: newId(), parentId: prompt.id }, imageParameters),
          parts: [{ inlineData: { mimeType: 'image/png', media } }],
          state: 'complete' as const,
          usage: { promptTokenCount: 40, candidatesTokenCount: 1290, totalTokenCount: 1330 },
          exchangeId: newId(),
          finishReason: 'STOP',
          upstream: 'vendor' as const,
        }
        for (const turn of [prompt, answer]) insertTurn(connection, turn)
        indexImages({ connection, newId }, answer)
        parentId = answer.id
      }
    }
  })
  closeDatabase(connection)
  expect((statSync(file).size - before) / imageCount).toBeLessThanOrEqual(4096)
})
