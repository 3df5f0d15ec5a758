// Items of turns and references to media are found by index, however many there are.
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Connection, Value } from '../../database/connection'
import { openDatabase } from '../../database/database'
import { listConversationImages, listItemsOfTurn } from '../../library/find-items'
import { makeFolder } from '../../workspace.fixture'
import { latestItemDeletion, listEmptySteps, markTurns } from './tree-rows'

const queries: Record<string, (connection: Connection) => unknown> = {
  'the latest deletion': (connection) => latestItemDeletion(connection, ['t']),
  'empty steps': (connection) => listEmptySteps(connection, ['t']),
  'marking turns': (connection) => markTurns(connection, ['t'], 5),
  'restoring turns': (connection) => markTurns(connection, ['t'], null),
  'images of a conversation': (connection) => listConversationImages(connection, 'c'),
  'items of a turn': (connection) => listItemsOfTurn(connection, 'c', 't'),
}

test.each(Object.entries(queries))('%s: reads the references of each turn only', (_, query) => {
  const connection = openDatabase({ file: join(makeFolder(), 'workspace.db') })
  onTestFinished(() => connection.close())
  const statements: { sql: string; values: readonly Value[] }[] = []
  const record = (sql: string, values: readonly Value[] = []) => void statements.push({ sql, values })
  const recording: Connection = {
    ...connection,
    run: (sql, values) => {
      record(sql, values)
      return connection.run(sql, values)
    },
    get: <Row>(sql: string, values?: readonly Value[]) => {
      record(sql, values)
      return connection.get<Row>(sql, values)
    },
    all: <Row>(sql: string, values?: readonly Value[]) => {
      record(sql, values)
      return connection.all<Row>(sql, values)
    },
  }
  query(recording)
  const plans = statements
    .flatMap(({ sql, values }) => connection.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, values))
    .flatMap(({ detail }) => (detail.includes(' refs ') ? [detail] : []))
  expect(plans).toEqual(['SEARCH refs USING COVERING INDEX media_refs_by_owner (owner_kind=? AND owner=?)'])
})

test('the triggers that delete references read those of the changed row only', () => {
  const connection = openDatabase({ file: join(makeFolder(), 'workspace.db') })
  onTestFinished(() => connection.close())
  const triggers = connection.all<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%DELETE FROM media_refs%' ORDER BY name",
  )
  expect(triggers).toHaveLength(12)
  for (const { name, sql } of triggers) {
    const table = / ON (\w+)/.exec(sql)?.[1] ?? ''
    const statement = /DELETE FROM media_refs[^;]*/.exec(sql)?.[0].replace('old.', `${table}.`) ?? ''
    const condition = statement.slice(statement.indexOf('WHERE'))
    const plan = connection.all<{ detail: string }>(
      `EXPLAIN QUERY PLAN SELECT 1 FROM ${table} CROSS JOIN media_refs ${condition}`,
    )
    expect([name, plan.map(({ detail }) => detail)]).toEqual([
      name,
      expect.arrayContaining([
        'SEARCH media_refs USING COVERING INDEX media_refs_by_owner (owner_kind=? AND owner=?)',
      ]),
    ])
  }
})
