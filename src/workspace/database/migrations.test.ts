// Migrates a database of the second version with damaged rows, without losing data.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listConversations } from '../conversations/conversation-rows'
import { searchConversations } from '../conversations/search'
import { readShape } from '../conversations/tree/tree-rows'
import { findTurns } from '../conversations/tree/turn-rows'
import { makeFolder } from '../workspace.fixture'
import type { Connection } from './connection'
import { closeDatabase, openDatabase } from './database'
import { migrations } from './migrations'

const partsById = {
  plain: '[{"text":"A walrus\\nand a seal"},{"text":"by the sea"}]',
  'beside its thoughts': '[{"text":"ponder","thought":true},{"text":"said","thoughtSignature":"s"}]',
  cut: '[{"text":"half a wal',
  'no list': '{"text":"hidden"}',
  'a number': '5',
  nothing: '',
  'of another shape': '["loose",7,null,[{"text":"deeper"}],{"text":9},{"text":{"a":1}},{"text":"salvaged"}]',
  picture: '[{"inlineData":{"mimeType":"image/png","media":"00"}}]',
  marked: '[{"text":"left\\u0002right\\u0003 end"}]',
  empty: '[]',
} as const

function makeVersionTwo(): string {
  const file = join(makeFolder(), 'workspace.db')
  const before = openDatabase({ file, migrations: migrations.slice(0, 2) })
  before.run(
    "INSERT INTO conversations (id, title, parameters, head_turn_id, created_at, updated_at) VALUES ('c', 'Sea life', '{bro', 'plain', 1, 2)",
  )
  for (const [id, parts] of Object.entries(partsById)) {
    before.run(
      `INSERT INTO turns (id, conversation_id, role, state, created_at, parts, usage, error)
        VALUES (?, 'c', 'model', 'complete', 3, ?, '{', 'not JSON')`,
      [id, parts],
    )
  }
  before.run("INSERT INTO settings (key, value) VALUES ('theme', '{broken')")
  closeDatabase(before)
  return file
}

const oldColumns = (connection: Connection) => ({
  conversations: connection.all(
    'SELECT seq, id, title, parameters, head_turn_id, created_at, updated_at, deleted_at FROM conversations',
  ),
  turns: connection.all(
    'SELECT seq, id, conversation_id, parent_id, role, state, created_at, usage, error, parts FROM turns ORDER BY seq',
  ),
  settings: connection.all('SELECT key, value FROM settings'),
})

test('a migration changes no data, and indexes every readable text', () => {
  const file = makeVersionTwo()
  const untouched = openDatabase({ file, migrations: migrations.slice(0, 2) })
  const before = oldColumns(untouched)
  untouched.close()

  const connection = openDatabase({ file })
  expect(oldColumns(connection)).toEqual(before)
  expect(connection.get('PRAGMA integrity_check')).toMatchObject({ integrity_check: 'ok' })
  const indexed = connection.all<{ id: string; text: string }>(
    'SELECT turns.id, turn_texts.text FROM turn_texts JOIN turns ON turns.seq = turn_texts.rowid ORDER BY turns.seq',
  )
  expect(indexed.map(({ id, text }) => [id, text])).toEqual([
    ['plain', 'A walrus\nand a seal\nby the sea'],
    ['beside its thoughts', 'said'],
    ['of another shape', 'salvaged'],
    ['marked', 'leftright end'],
  ])
  const find = (query: string) =>
    searchConversations(connection, { query, kind: 'chat', limit: 9 }).map(
      ({ turnId, title }) => turnId ?? title,
    )
  expect([find('walrus'), find('sea'), find('ponder')]).toEqual([['plain'], ['Sea life', 'plain'], []])
  expect(
    findTurns(connection, 'c', [...readShape(connection, 'c').keys()]).map(({ id, state }) => [id, state]),
  ).toEqual(
    Object.keys(partsById).map((id) => [
      id,
      ['cut', 'no list', 'a number', 'nothing', 'of another shape'].includes(id) ? 'failed' : 'complete',
    ]),
  )
  connection.close()
})

test('a title that changes after the migration is found by its new words only', () => {
  const connection = openDatabase({ file: makeVersionTwo() })
  connection.run("UPDATE conversations SET title = 'Mountains' WHERE id = 'c'")
  const find = (query: string) => searchConversations(connection, { query, kind: 'chat', limit: 9 }).length
  expect([find('life'), find('mountains')]).toEqual([0, 1])
  connection.close()
})

test('a title of an earlier version counts as the user’s, and its conversation is in no folder', () => {
  const connection = openDatabase({ file: makeVersionTwo() })
  expect(connection.get('SELECT title, title_origin, folder_id FROM conversations')).toMatchObject({
    title: 'Sea life',
    title_origin: 'user',
    folder_id: null,
  })
  expect(listConversations(connection, { offset: 0, limit: 9 })).toMatchObject([
    { id: 'c', folderId: null, tags: [] },
  ])
  connection.close()
})
