// Long texts are indexed in pieces, with the event loop turning between them, and found like others.
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LibraryQuery } from '#shared/schemas/library'
import { type Changes, createChanges } from '../changes'
import type { Connection } from '../database/connection'
import { openDatabase } from '../database/database'
import { findIds } from '../library/find-items'
import { makeTurn } from '../turn.fixture'
import { makeFolder } from '../workspace.fixture'
import { insertConversation } from './conversation-rows'
import { dropStaged } from './insert-copy'
import { createLongTextIndexer } from './long-texts'
import { searchConversations } from './search'
import { insertTurn } from './tree/turn-rows'

/** Different words, so that a text has as many different trigrams as a real one. */
function writeText(length: number, seed = 1): string {
  let state = seed
  let text = ''
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    text += `${(state >>> 8).toString(36)} `
  }
  return text.slice(0, length)
}

function open(folder = makeFolder()) {
  const connection = openDatabase({ file: join(folder, 'workspace.db') })
  onTestFinished(() => connection.close())
  return { folder, connection, changes: createChanges() }
}

function addTurn(connection: Connection, id: string, text: string): void {
  const rest = { headTurnId: null, parameters: { model: 'm' }, folderId: null, tags: [], queued: [] }
  const times = { createdAt: 1, updatedAt: 1, pinnedAt: null }
  insertConversation(connection, { id, kind: 'chat', title: `Chat ${id}`, ...times, ...rest })
  const turn = makeTurn({ id: `${id}-turn`, conversationId: id, role: 'model', parts: [{ text }] })
  connection.transact(() => insertTurn(connection, turn))
}

const count = (connection: Connection, table: string) =>
  connection.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)?.count ?? 0

async function indexAll(ports: { connection: Connection; changes: Changes }) {
  const indexer = createLongTextIndexer(ports)
  await expect.poll(() => count(ports.connection, 'turns_to_index'), { timeout: 30_000 }).toBe(0)
  await indexer.close()
}

const search = (connection: Connection, query: string) =>
  searchConversations(connection, { query, kind: 'chat', limit: 20 })
const found = (connection: Connection, query: string) =>
  search(connection, query).map(({ conversationId }) => conversationId)
const inLibrary = (connection: Connection, text: string) =>
  findIds(connection, LibraryQuery.parse({ text, kinds: ['conversation'] })).sort()

/** `otter` is far from `badger`; a piece ends in the middle of the phrase. */
const start = `otter ${writeText(9_980, 3)}`
const text = `${start} silver lighthouse ${writeText(100_000, 5)} badger æ`

test('finds words far apart, phrases across pieces, short words and parts of words, with a snippet', async () => {
  const { connection, changes } = open()
  addTurn(connection, 'long', text)
  addTurn(connection, 'short', 'An otter and a badger.')
  await indexAll({ connection, changes })
  expect(count(connection, 'turn_pieces')).toBeGreaterThan(10)
  const queries = { 'otter badger': ['short', 'long'], '"silver lighthouse"': ['long'], lightho: ['long'] }
  for (const [query, ids] of Object.entries(queries))
    expect([query, found(connection, query)]).toEqual([query, ids])
  expect(found(connection, 'otter æ')).toEqual(['long'])
  expect(found(connection, 'æ')).toEqual(['long'])
  expect(found(connection, 'otter wolverine')).toEqual([])
  expect(inLibrary(connection, 'otter badger')).toEqual(['long', 'short'])
  expect(inLibrary(connection, 'otter wolverine')).toEqual([])
  const marked = (query: string) =>
    search(connection, query).flatMap(({ snippet }) =>
      snippet.flatMap((each) => (each.found ? [each.text] : [])),
    )
  expect(marked('lighthouse')).toEqual(['lighthouse'])
  expect(marked('æ')).toEqual(['æ'])
})

test('leaves out deleted turns, and other tags and kinds', async () => {
  const { connection, changes } = open()
  addTurn(connection, 'long', text)
  await indexAll({ connection, changes })
  const withTag = () =>
    searchConversations(connection, { query: 'lighthouse', kind: 'chat', limit: 9, tags: ['sea'] }).length
  expect(withTag()).toBe(0)
  connection.run("INSERT INTO item_tags (item_id, tag) VALUES ('long', 'sea')")
  expect(withTag()).toBe(1)
  expect(searchConversations(connection, { query: 'lighthouse', kind: 'images', limit: 9 })).toEqual([])
  connection.run('UPDATE turns SET deleted_at = 5')
  expect([found(connection, 'lighthouse'), inLibrary(connection, 'lighthouse')]).toEqual([[], []])
})

test('the event loop turns between the pieces of a text of a megabyte', async () => {
  const { connection, changes } = open()
  const before = connection.countChanges()
  addTurn(connection, 'long', writeText(1_000_000))
  // The conversation, the turn and its place in the queue: no index.
  expect(connection.countChanges() - before).toBeLessThan(6)
  let turns = 0
  const maxPieces: number[] = []
  let pieces = 0
  const turn = () => {
    turns += 1
    const now = count(connection, 'turn_pieces')
    maxPieces.push(now - pieces)
    pieces = now
    if (count(connection, 'turns_to_index') > 0) setImmediate(turn)
  }
  setImmediate(turn)
  await indexAll({ connection, changes })
  expect(count(connection, 'turn_pieces')).toBe(100)
  expect(turns).toBeGreaterThan(50)
  expect(Math.max(...maxPieces)).toBeLessThan(3)
})

test('an indexing that was interrupted is completed at the next start', async () => {
  const folder = makeFolder()
  const first = open(folder)
  addTurn(first.connection, 'long', text)
  const indexer = createLongTextIndexer(first)
  await expect.poll(() => count(first.connection, 'turn_pieces'), { interval: 1 }).toBeGreaterThan(0)
  await indexer.close()
  first.connection.run('INSERT OR IGNORE INTO turns_to_index SELECT seq FROM turns')
  const again = open(folder)
  await indexAll(again)
  expect(found(again.connection, 'otter badger')).toEqual(['long'])
  expect(count(again.connection, 'turn_pieces')).toBe(12)
})

test('a change of a conversation starts the indexing, and its end is reported', async () => {
  const { connection, changes } = open()
  const indexer = createLongTextIndexer({ connection, changes })
  let events = 0
  changes.subscribe(() => {
    events += 1
  })
  addTurn(connection, 'long', text)
  changes.emit('conversations')
  await expect.poll(() => found(connection, 'badger')).toEqual(['long'])
  await expect.poll(() => events).toBe(2)
  await indexer.close()
})

test('deleting the turn for good deletes its pieces', async () => {
  const { connection, changes } = open()
  addTurn(connection, 'long', text)
  addTurn(connection, 'other', text)
  await indexAll({ connection, changes })
  const before = count(connection, 'turn_pieces')
  await dropStaged(connection, 'long')
  expect([count(connection, 'turns'), count(connection, 'turn_pieces')]).toEqual([1, before / 2])
  connection.run('DELETE FROM turns')
  expect(count(connection, 'turn_pieces')).toBe(0)
})
