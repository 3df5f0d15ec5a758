// A damaged value in one row, of another type than its column, does not make the lists unreadable.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Conversation, Turn } from '#shared/schemas/chat'
import { EmbeddingSet } from '#shared/schemas/embedding-set'
import { LibraryItem, LibraryQuery } from '#shared/schemas/library'
import { makeSet, untilIdle } from '../embeddings/embeddings.fixture'
import { draw, makePng, pictureOf } from '../library/library.fixture'
import { ask, openTestWorkspace, read } from '../workspace.fixture'
import { connect } from './connection'
import { repairRow } from './rows'

test('replaces only values of another type', () => {
  const row = { text: 'kept', none: null, number: 1, missing: null, other: 7, late: 'soon' }
  expect(
    repairRow<Record<string, unknown>>(row, {
      text: 'text',
      none: 'text?',
      number: 'number',
      missing: 'text',
      other: 'text',
      late: 'number?',
    }),
  ).toEqual({ text: 'kept', none: null, number: 1, missing: '', other: '7', late: null })
})

/** Writes a value against the column's type, as damage of the file does. */
function damage(folder: string, table: string, assignment: string): void {
  const direct = connect(join(folder, 'workspace.db'))
  const declared =
    direct.get<{ sql: string }>('SELECT sql FROM sqlite_master WHERE name = ?', [table])?.sql ?? ''
  const declare = (sql: string) => {
    direct.exec('PRAGMA writable_schema = ON')
    direct.run('UPDATE sqlite_master SET sql = ? WHERE name = ?', [sql, table])
  }
  declare(
    declared
      .replace(/ NOT NULL/g, '')
      .replace(/\) STRICT$/, ')')
      .replace(/ (TEXT|INTEGER)(?! PRIMARY)/g, ''),
  )
  direct.close()
  const loose = connect(join(folder, 'workspace.db'))
  loose.exec('PRAGMA ignore_check_constraints = ON')
  loose.run(`UPDATE ${table} SET ${assignment}`)
  loose.exec('PRAGMA writable_schema = ON')
  loose.run('UPDATE sqlite_master SET sql = ? WHERE name = ?', [declared, table])
  loose.close()
}

test.each([
  ['conversations', 'updated_at = NULL'],
  ['conversations', "created_at = 'yesterday'"],
  ['conversations', 'title = NULL'],
  ['turns', "total = 'long'"],
  ['turns', "created_at = NULL, state = 'lost', role = 'nobody'"],
  ['turns', 'model = 7, parts = 7'],
])('%s with %s can be listed and opened', async (table, assignment) => {
  const before = await openTestWorkspace()
  const { conversationId } = await ask(before, 'A fox')
  await before.app.close()
  damage(before.folder, table, assignment)
  const { app } = await openTestWorkspace({ folder: before.folder })
  expect(app.conversations.list().map((one) => Conversation.safeParse(one).success)).toEqual([true])
  const { turns } = await read(app, conversationId)
  expect(turns.map((turn) => Turn.safeParse(turn).success)).toEqual(turns.map(() => true))
  const query = LibraryQuery.parse({ kinds: ['conversation'] })
  const { items } = app.library.list({ query, offset: 0, limit: 10 })
  expect(items.map((item) => LibraryItem.safeParse(item).success)).toEqual([true])
})

test('sessions of images are listed although the type of an image is damaged', async () => {
  const before = await openTestWorkspace()
  const { conversationId } = await draw(before, { prompt: 'A boat', answer: [pictureOf(makePng(8, 4, 10))] })
  await before.app.close()
  damage(before.folder, 'items', 'mime_type = 7')
  const { app } = await openTestWorkspace({ folder: before.folder })
  expect(app.conversations.list().map((one) => Conversation.safeParse(one).success)).toEqual([true])
  const [step] = await app.images.steps({ conversationId })
  expect(step?.variations[0]?.picture?.mimeType).toBe('')
})

test('a set with a row whose number of dimensions is damaged can be listed', async () => {
  const before = await openTestWorkspace()
  const id = await makeSet(before, ['A fox', 'A heron'])
  before.service.answerWith((pending) => pending.sendVectors([1, 2]))
  await before.app.embeddings.run({ id })
  await untilIdle(before, id)
  await before.app.close()
  damage(before.folder, 'embedding_rows', "dimensions = 'text' WHERE row_id = 1")
  const { app } = await openTestWorkspace({ folder: before.folder })
  const [set] = app.embeddings.list()
  expect(EmbeddingSet.parse(set)).toMatchObject({ counts: { rows: 2, done: 2 }, dimensions: [2] })
})
