// A search that takes long: its pages are not full, and together have every match once.
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { ExchangeFilter, ExchangeQuery } from '#shared/schemas/request-log'
import { makeFolder } from '../workspace.fixture'
import { logDatabaseIn, openLogDatabase } from './log-database'
import { countExchanges, listExchanges } from './log-queries'

const rows = 20_500

afterEach(() => vi.restoreAllMocks())

function openFilledLog() {
  const connection = openLogDatabase(logDatabaseIn(makeFolder()))
  if (!connection) throw new Error('The log was not opened.')
  onTestFinished(connection.close)
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${rows})`
  connection.exec(`
    ${numbers} INSERT INTO exchanges (seq, id, outcome, status, route, method, path, model, upstream, provider, total,
      request_bytes, response_bytes, has_detail)
      SELECT n, 'n' || n, 'completed', 200, 'getModel', 'GET', '/', iif(n % 4000 = 0, 'rare', 'usual'), 'demo', 'demo',
        1, 0, 0, 0 FROM numbers;
    ${numbers} INSERT INTO exchange_texts (rowid, text) SELECT n, 'everywhere' FROM numbers;
  `)
  return connection
}

test.each([true, false])(
  'a search with a rare filter ends early, and continues (descending: %s)',
  (descending) => {
    const connection = openFilledLog()
    let time = 0
    // Each window of rows takes longer than a page may.
    vi.spyOn(performance, 'now').mockImplementation(() => (time += 1000))
    const pages: string[][] = []
    let cursor: string | null = null
    do {
      const query = ExchangeQuery.parse({
        filter: { text: 'everywhere', models: ['rare'] },
        sort: { key: 'startedAt', descending },
        cursor,
        limit: 3,
      })
      const page = listExchanges(connection, query)
      pages.push(page.rows.map(({ id }) => id))
      cursor = page.next
    } while (cursor)
    const ids = ['n4000', 'n8000', 'n12000', 'n16000', 'n20000']
    expect(pages.flat()).toEqual(descending ? ids.reverse() : ids)
    expect(pages).toHaveLength(3)
  },
)

test('a short word beside a longer one does not exclude what only a body contains', () => {
  const connection = openFilledLog()
  connection.exec("INSERT INTO exchange_texts (rowid, text) VALUES (20501, 'a heron by the river')")
  connection.exec('UPDATE exchanges SET seq = 20501 WHERE seq = 20500')
  const find = (text: string) =>
    listExchanges(connection, ExchangeQuery.parse({ filter: { text } })).rows.map(({ id }) => id)
  expect(find('heron by the river')).toEqual(['n20500'])
  expect(find('by')).toEqual([])
})

test('counts of a search are exact, or those of the newest requests if it takes long', () => {
  const connection = openFilledLog()
  const count = () => countExchanges(connection, ExchangeFilter.parse({ text: 'everywhere' }))
  let time = 0
  const clock = vi.spyOn(performance, 'now').mockReturnValue(time)
  expect(count()).toMatchObject({ total: rows, isPartial: false })
  clock.mockImplementation(() => (time += 1000))
  const counts = count()
  expect(counts).toMatchObject({ total: 10_000, isPartial: true })
  expect(counts.models).toEqual([
    { value: 'usual', count: 9997 },
    { value: 'rare', count: 3 },
  ])
})
