// Items of turns and references to media are found by index, however many there are.
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Connection, Value } from '../../database/connection'
import { openDatabase } from '../../database/database'
import { listConversationImages, listItemsOfTurn } from '../../library/find-items'
import { makeFolder } from '../../workspace.fixture'
import { latestItemDeletion, listEmptySteps, markTurns } from './tree-rows'

test('reads the references of each turn only', () => {
  const connection = openDatabase({ file: join(makeFolder(), 'workspace.db') })
  onTestFinished(() => connection.close())
  const statements: [sql: string, values: readonly Value[]][] = []
  const record =
    <Result>(work: (sql: string, values?: readonly Value[]) => Result) =>
    (sql: string, values: readonly Value[] = []) => {
      statements.push([sql, values])
      return work(sql, values)
    }
  const recording = {
    ...connection,
    run: record(connection.run),
    get: record(connection.get),
    all: record(connection.all),
  } as Connection
  latestItemDeletion(recording, ['t'])
  listEmptySteps(recording, ['t'])
  markTurns(recording, ['t'], 5)
  markTurns(recording, ['t'], null)
  listConversationImages(recording, 'c')
  listItemsOfTurn(recording, 'c', 't')
  const plans = statements
    .flatMap(([sql, values]) => connection.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, values))
    .flatMap(({ detail }) => (detail.includes(' refs ') ? [detail] : []))
  const byIndex = 'SEARCH refs USING COVERING INDEX media_refs_by_owner (owner_kind=? AND owner=?)'
  expect(plans).toEqual(Array(6).fill(byIndex))
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
