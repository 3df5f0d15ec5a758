// The request log under load: what it writes while there are many requests, inserts later, holds, and drops.
import { expect, onTestFinished, test } from 'vitest'
import type { Exchange } from '#shared/schemas/exchange'
import {
  defaultRequestLog,
  ExchangeFilter,
  ExchangeQuery,
  type RequestLogSettings,
} from '#shared/schemas/request-log'
import { holdLock } from '../database/lock-holder.fixture'
import { makeFolder } from '../workspace.fixture'
import { idsOf, makeExchange, now, openTestLog, runIn } from './exchange.fixture'
import { type ExchangeBatch, encodeBatch } from './exchange-batch'
import { logDatabaseIn } from './log-database'
import { type LogBatch, openLogStore } from './log-store'

const settings = { ...defaultRequestLog, maxDays: 365 }

function makeBatch(from: number, count: number, change: Partial<Exchange> = {}): ExchangeBatch {
  return encodeBatch(
    Array.from({ length: count }, (_, index) => ({
      ...makeExchange(`n${from + index}`, now + from + index, `{"text":"word${from + index}"}`),
      ...change,
    })),
  )
}

const toLogBatch = (batches: ExchangeBatch[], changed: Partial<RequestLogSettings> = {}): LogBatch => ({
  batches,
  settings: { ...settings, ...changed },
  mediaFolder: null,
})

function openStore(folder = makeFolder()) {
  const file = logDatabaseIn(folder)
  const store = openLogStore({ file, onNotice: () => {}, now: () => now })
  onTestFinished(store.close)
  return { store, file, folder }
}

const countRows = (file: string) =>
  runIn(file, (direct) =>
    direct.get<Record<string, number>>(
      `SELECT (SELECT count(*) FROM waiting_batches) AS batches,
      (SELECT coalesce(sum(requests), 0) FROM waiting_batches) AS waiting,
      (SELECT count(*) FROM exchanges) AS inserted`,
    ),
  )

const total = { days: null, groupBy: [], byHour: false, prices: { currency: 'USD', entries: [] } }

test('a list and its counts have no requests beyond the limits, right after they were written', async () => {
  const { store } = openStore()
  await store.write(toLogBatch([makeBatch(0, 6)], { maxRows: 3 }))
  const { rows } = await store.list(ExchangeQuery.parse({}))
  expect(rows.map(({ id }) => id)).toEqual(['n5', 'n4', 'n3'])
  expect((await store.counts(ExchangeFilter.parse({}))).total).toBe(3)
})

test('stores many requests as one row each batch, and every read has all of them', async () => {
  const { store, file } = openStore()
  await store.write(toLogBatch([makeBatch(0, 150), makeBatch(150, 150)]))
  await store.write(toLogBatch([makeBatch(300, 200)]))
  expect(countRows(file)).toEqual({ batches: 2, waiting: 500, inserted: 0 })
  expect(store.usage(total)).toMatchObject([{ requests: 500 }])
  expect(countRows(file)).toEqual({ batches: 0, waiting: 0, inserted: 500 })
  await store.write(toLogBatch([makeBatch(500, 200, { keyId: 'k' })]))
  expect(store.read('n550')).toMatchObject({ responseBody: '{"text":"word550"}', keyId: 'k' })
  await store.write(toLogBatch([makeBatch(700, 200)]))
  // One that was reported twice counts once.
  await store.write(toLogBatch([makeBatch(890, 110)]))
  const search = () => store.list(ExchangeQuery.parse({ filter: { text: 'word799' } }))
  // Each search indexes some requests.
  await expect.poll(() => search().notIndexed).toBe(0)
  expect(search().rows.map(({ id }) => id)).toEqual(['n799'])
  expect(store.counts(ExchangeFilter.parse({})).total).toBe(1000)
  expect(store.usage(total)).toMatchObject([{ requests: 1000 }])
})

test('a list inserts a bounded number of requests, newest first', async () => {
  const { store, file } = openStore()
  for (let from = 0; from < 20_000; from += 500) await store.write(toLogBatch([makeBatch(from, 500)]))
  const { rows } = store.list(ExchangeQuery.parse({ limit: 3 }))
  expect(idsOf(rows)).toEqual(['n19999', 'n19998', 'n19997'])
  expect(countRows(file)).toEqual({ batches: 30, waiting: 15_000, inserted: 5000 })
})

test('inserts waiting requests once it has nothing else to do, also after the next start', async () => {
  const { store, file, folder } = openStore()
  await store.write(toLogBatch([makeBatch(0, 300)]))
  expect(countRows(file)).toMatchObject({ waiting: 300 })
  store.close()
  const { store: next } = openStore(folder)
  next.read('unknown')
  await expect.poll(() => countRows(file)).toMatchObject({ waiting: 0, inserted: 300 })
  await next.write(toLogBatch([makeBatch(300, 300)]))
  await expect.poll(() => countRows(file)).toMatchObject({ waiting: 0, inserted: 600 })
})

test('skips waiting requests that are damaged', async () => {
  const { store, file } = openStore()
  await store.write(toLogBatch([makeBatch(0, 200)]))
  const damaged = "(7, x'ffffff7f00'), (1, x'020000007b7d0000000000000000')"
  runIn(file, (direct) => direct.run(`INSERT INTO waiting_batches (requests, data) VALUES ${damaged}`))
  expect(store.usage(total)).toMatchObject([{ requests: 200 }])
  expect(countRows(file)).toEqual({ batches: 0, waiting: 0, inserted: 200 })
})

test('clearing deletes waiting requests, but not their usage', async () => {
  const { store, file } = openStore()
  await store.write(toLogBatch([makeBatch(0, 200)]))
  await store.clear()
  expect(countRows(file)).toEqual({ batches: 0, waiting: 0, inserted: 0 })
  expect(store.usage(total)).toMatchObject([{ requests: 200 }])
})

test('nothing of a burst is lost on quit', async () => {
  const folder = makeFolder()
  const log = openTestLog({ folder, settings }).log
  for (let from = 0; from < 4000; from += 200) log.addBatch(makeBatch(from, 200))
  await log.close()
  const again = openTestLog({ folder, settings }).log
  expect((await again.counts({})).total).toBe(4000)
  expect(await again.usage({ days: null, groupBy: [] })).toMatchObject([{ requests: 4000 }])
})

test('holds a bounded number of requests in memory while the file is locked, and drops the oldest', async () => {
  const folder = makeFolder()
  const log = openTestLog({ folder, settings }).log
  log.add(makeExchange('first', now))
  await log.list({})
  const holder = await holdLock(logDatabaseIn(folder))
  for (let from = 0; from < 6000; from += 200) log.addBatch(makeBatch(from, 200))
  await holder.release()
  const count = () => log.counts({}).then((counts) => counts.total)
  await expect.poll(count).toBe(5001)
  expect([await log.read({ id: 'n999' }), (await log.read({ id: 'n1000' }))?.id]).toEqual([null, 'n1000'])
})
