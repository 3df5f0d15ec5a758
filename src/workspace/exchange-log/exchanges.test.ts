// The request log: its list, its limits, requests in progress, and damaged, locked, newer or older files.
import { readdirSync, writeFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Exchange, type ExchangeSummary, summarizeExchange } from '#shared/schemas/exchange'
import { createComparison } from '#shared/schemas/exchange-order'
import { holdLock } from '../database/lock-holder.fixture'
import { makeFolder } from '../workspace.fixture'
import { idsOf, makeExchange, now, openTestLog, runIn } from './exchange.fixture'
import { logDatabaseIn, openLogDatabase } from './log-database'

const hour = 3_600_000

function openLog({ count = 0, ...options }: Parameters<typeof openTestLog>[0] & { count?: number } = {}) {
  const opened = openTestLog(options)
  for (let index = 0; index < count; index += 1) opened.log.add(makeExchange(`n${index}`, now + index))
  return opened
}

const toRunning = (exchange: Exchange): ExchangeSummary => ({
  ...summarizeExchange(exchange),
  outcome: 'running',
  total: null,
  hasDetail: false,
})

test('lists summaries newest first, reads details, and skips damaged ones', async () => {
  const { log, file } = openLog()
  const exchanges = [makeExchange('a', now), makeExchange('b', now + 2000), makeExchange('c', now + 1000)]
  for (const each of exchanges) log.add(each)
  const { rows, live, next } = await log.list({ limit: 2 })
  expect(rows).toEqual([exchanges[1], exchanges[2]].map((one) => one && summarizeExchange(one)))
  expect([live, typeof next]).toEqual([[], 'string'])
  expect(JSON.stringify(rows)).not.toContain('Body')
  expect(await log.read({ id: 'a' })).toEqual(exchanges[0])
  expect(await log.read({ id: 'gone' })).toBeNull()
  runIn(file, (direct) => direct.run("UPDATE exchange_details SET detail = '{'"))
  expect(await log.read({ id: 'a' })).toBeNull()
})

test('requests that were not indexed when the app was closed are indexed after the next start', async () => {
  const folder = makeFolder()
  const first = openLog({ folder, count: 2 })
  await first.log.close()
  const countLeft = () =>
    runIn(first.file, (direct) => direct.get<{ left: number }>('SELECT count(*) AS left FROM not_indexed'))
  expect(countLeft()).toEqual({ left: 2 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  openLog({ folder })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(countLeft()).toEqual({ left: 0 })
})

test('pages through requests that arrive meanwhile without gaps or repetition, whatever the sort', async () => {
  const { log } = openLog()
  const add = (from: number, to: number) => {
    for (let index = from; index < to; index += 1)
      // Several in one millisecond, and several with the same duration.
      log.add({
        ...makeExchange(`n${index}`, now + Math.floor(index / 3)),
        model: index % 4 === 0 ? null : `m${index % 5}`,
        times: { sentUpstream: 1, upstreamHeaders: 2, firstByte: index % 2 ? null : 3, total: index % 7 },
      })
  }
  add(0, 40)
  for (const key of ['startedAt', 'total', 'firstByte', 'model', 'path', 'outputTokens'] as const)
    for (const descending of [true, false]) {
      const sort = { key, descending }
      const seen: string[] = []
      const listed: ExchangeSummary[] = []
      let cursor: string | null = null
      do {
        const page = await log.list({ sort, cursor, limit: 9 })
        seen.push(...idsOf(page.rows))
        listed.push(...page.rows)
        cursor = page.next
      } while (cursor)
      expect([key, new Set(seen).size, seen.length]).toEqual([key, 40, 40])
      // The page inserts new requests in the same order.
      const compare = createComparison(sort)
      const isOrdered = listed.every((one, at) => at === 0 || compare(listed[at - 1] ?? one, one) <= 0)
      expect([key, descending, isOrdered]).toEqual([key, descending, true])
    }
  const first = await log.list({ limit: 10 })
  add(200, 220)
  const second = await log.list({ limit: 10, cursor: first.next })
  expect(idsOf(second.rows)[0]).toBe('n29')
  await expect(log.list({ cursor: 'x' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
})

test('filters by every column, and counts what matches', async () => {
  const { log } = openLog({ count: 4 })
  log.add({
    ...makeExchange('x', now - hour),
    endpoint: null,
    route: 'listModels',
    model: null,
    client: 'python-requests/2.31',
    provider: 'service-1',
    status: 401,
    outcome: 'rejected',
    errorClass: 'auth',
    operation: 'op-7',
  })
  const cases = [
    { statusClasses: [4] },
    { endpoints: ['listModels'] },
    { clients: ['python-requests/2.31'] },
    { providers: ['service-1'] },
    { outcomes: ['rejected' as const] },
    { operation: 'op-7' },
    { to: now },
    { from: now - hour, to: now - hour + 1 },
  ]
  for (const filter of cases) expect(idsOf((await log.list({ filter })).rows)).toEqual(['x'])
  expect((await log.list({ filter: { models: ['gen-2.5-pro'], statusClasses: [2] } })).rows).toHaveLength(4)
  expect(await log.counts({})).toMatchObject({
    total: 5,
    statusClasses: [
      { value: '2', count: 4 },
      { value: '4', count: 1 },
    ],
    models: [
      { value: 'gen-2.5-pro', count: 4 },
      { value: null, count: 1 },
    ],
  })
  expect((await log.counts({ text: 'python' })).total).toBe(1)
  // Few and many rows that match the filter, sorted by time and otherwise.
  for (let index = 10; index < 310; index += 1) log.add(makeExchange(`n${index}`, now + index))
  const total = { key: 'total', descending: true } as const
  for (const sort of [undefined, total]) {
    const few = { text: 'python list', statusClasses: [4] }
    expect(idsOf((await log.list({ sort, filter: few })).rows)).toEqual(['x'])
    expect((await log.list({ sort, filter: { text: 'python', statusClasses: [2] } })).rows).toEqual([])
    const many = { text: 'streamGenerate n12', models: ['gen-2.5-pro'] }
    expect((await log.list({ sort, filter: many })).rows).toHaveLength(11)
  }
})

test('finds words in paths, IDs, errors and bodies, also split over events, but nothing in media', async () => {
  const { log } = openLog({ count: 3 })
  const events = ['{"parts":[{"text":"The auro"}]}', '{"parts":[{"text":"ra \\"borealis\\""}]}'].join('\n')
  const prompt = '{"contents":[{"parts":[{"text":"Grüße\\nan\\u0020alle"}]}]}'
  log.add({ ...makeExchange('e', now + 9, events), error: 'quota exceeded for today', requestBody: prompt })
  log.add(makeExchange('m', now + 10, '{"data":"<400 characters of Base64>"}'))
  const find = async (text: string) => idsOf((await log.list({ filter: { text } })).rows)
  expect(await find('aurora')).toEqual(['e'])
  expect(await find('the "aurora "')).toEqual(['e'])
  expect(await find('quota "for today"')).toEqual(['e'])
  expect(await find('grusse')).toEqual([])
  expect(await find('grüße "an alle"')).toEqual(['e'])
  expect(await find('quota missing')).toEqual([])
  expect(await find('characters of Base64')).toEqual([])
  expect(await find('n2')).toEqual(['n2'])
  expect(await find('streamGenerate')).toEqual(['m', 'e', 'n2', 'n1', 'n0'])
  expect(idsOf((await log.list({ filter: { text: 'streamGenerate' }, limit: 2 })).rows)).toEqual(['m', 'e'])
  expect((await log.list({ filter: { text: 'aurora' } })).notIndexed).toBe(0)
})

test('keeps the newest requests, within limits of number and age', async () => {
  const { log, listIds } = openLog({ settings: { maxRows: 50, maxDays: 2 } })
  for (let index = 0; index < 720; index += 1) log.add(makeExchange(`n${index}`, now + index))
  await expect.poll(async () => [(await listIds()).length, (await listIds()).at(-1)]).toEqual([50, 'n670'])
  const { log: other, listIds: listOthers } = openLog({ settings: { maxDays: 2 } })
  other.add(makeExchange('old', now - 49 * hour))
  other.add(makeExchange('new', now - 47 * hour))
  await expect.poll(listOthers).toEqual(['new'])
  // Deleted requests cannot be found either.
  expect((await log.list({ filter: { text: 'n669' } })).rows).toEqual([])
  // Usage outlives the log.
  expect(await log.usage({ days: null, groupBy: [] })).toMatchObject([{ requests: 720 }])
})

test('beyond its size it deletes the oldest details, and their rows stay', async () => {
  const { log, listIds } = openLog({ settings: { maxMegabytes: 5 } })
  const text = (at: number) => Array.from({ length: 5000 }, (_, word) => `w${at}-${word}`).join(' ')
  for (let index = 0; index < 100; index += 1) log.add(makeExchange(`n${index}`, now + index, text(index)))
  const readSize = async () => {
    const { rows } = await log.list({ limit: 500 })
    return rows.filter(({ hasDetail }) => hasDetail).length
  }
  await expect.poll(readSize).toBeLessThan(90)
  expect(await listIds()).toHaveLength(100)
  expect([await log.read({ id: 'n0' }), (await log.read({ id: 'n99' }))?.id]).toEqual([null, 'n99'])
})

test('stores no bodies if the settings exclude them', async () => {
  const { log, file } = openLog({ settings: { bodies: false } })
  log.add({ ...makeExchange('a', now, '{"text":"private"}'), error: 'reported' })
  expect(await log.read({ id: 'a' })).toMatchObject({
    hasBodies: false,
    responseBody: '',
    timeline: [[1.5, 20]],
  })
  const find = async (text: string) => (await log.list({ filter: { text } })).rows.length
  expect([await find('private'), await find('reported')]).toEqual([0, 1])
  expect(runIn(file, (direct) => direct.all('SELECT response_body FROM exchange_details'))).toMatchObject([
    { response_body: '' },
  ])
})

test('stores a request with whatever a provider reports, and the others of its batch', async () => {
  const { log, listIds } = openLog({ count: 2 })
  const counts = [1.5, -3, 1e300, Number.MAX_SAFE_INTEGER]
  for (const [index, promptTokenCount] of counts.entries())
    log.add({
      ...makeExchange(`t${index}`, now + 10 + index),
      usage: { promptTokenCount },
      error: 'x'.repeat(8192),
    })
  expect(await listIds()).toHaveLength(6)
  const { rows } = await log.list({ limit: 4 })
  expect(rows.map(({ inputTokens }) => inputTokens)).toEqual([null, null, null, 2])
  expect(rows[0]?.error).toHaveLength(1000)
  expect((await log.read({ id: 't0' }))?.error).toHaveLength(8192)
})

test('shows requests in progress, and stores those that are never reported as ended', async () => {
  const { log, folder } = openLog()
  const events = log.watch()[Symbol.asyncIterator]()
  log.add(makeExchange('ended', now))
  const running = [makeExchange('r1', now + 1), makeExchange('r2', now + 2)].map(toRunning)
  log.setRunning(running)
  const { rows, live } = await log.list({})
  expect([idsOf(rows), idsOf(live)]).toEqual([['ended'], ['r2', 'r1']])
  expect(idsOf((await log.list({ filter: { text: 'r1', outcomes: ['running'] } })).live)).toEqual(['r1'])
  expect((await log.list({ filter: { statusClasses: [5] } })).live).toEqual([])
  const seen = new Map<string, string>()
  while (seen.size < 3)
    for (const one of (await events.next()).value?.changed ?? []) seen.set(one.id, one.outcome)
  expect(Object.fromEntries(seen)).toEqual({ ended: 'completed', r1: 'running', r2: 'running' })
  log.add(makeExchange('r1', now + 1))
  expect(idsOf((await log.list({})).live)).toEqual(['r2'])
  await log.close()
  const { log: reopened } = openLog({ folder })
  const stored = (await reopened.list({})).rows.map(({ id, outcome, hasDetail }) => [id, outcome, hasDetail])
  expect(stored).toEqual([
    ['r2', 'cancelled', false],
    ['r1', 'completed', true],
    ['ended', 'completed', true],
  ])
})

test('a burst is sent to the page in one bounded event without bodies', async () => {
  const { log } = openLog()
  const events = log.watch()[Symbol.asyncIterator]()
  for (let index = 0; index < 3000; index += 1)
    log.add(makeExchange(`n${index}`, now + index, 'x'.repeat(1000)))
  const { value } = await events.next()
  expect([value?.changed.length, value?.isIncomplete]).toEqual([500, true])
  expect(JSON.stringify(value)).not.toContain('xxx')
  expect((await log.counts({})).total).toBe(3000)
})

test('clears the list, the details and the search, but not usage', async () => {
  const { log, listIds } = openLog({ count: 5 })
  expect(await listIds()).toHaveLength(5)
  await log.clear()
  expect([await listIds(), await log.read({ id: 'n1' })]).toEqual([[], null])
  expect((await log.list({ filter: { text: 'generate' } })).rows).toEqual([])
  log.add(makeExchange('later', now))
  expect(idsOf((await log.list({ filter: { text: 'generate' } })).rows)).toEqual(['later'])
  expect(await log.usage({ days: 1, groupBy: [] })).toMatchObject([{ requests: 6 }])
})

test.each([
  ['damaged', (file: string) => writeFileSync(file, 'not a database '.repeat(500)), 'was damaged.'],
  [
    'of a newer version',
    (file: string) => {
      openLogDatabase(file)?.close()
      runIn(file, (direct) => direct.exec('PRAGMA user_version = 99'))
    },
    'was written by a newer version (format 99; this version supports up to 1).',
  ],
  [
    'of a development build',
    (file: string) => runIn(file, (direct) => direct.exec('PRAGMA user_version = 1')),
    'was written by a development build, in a format that isn’t supported.',
  ],
])('starts over with a new file if the old one is %s, and retains the old one', async (_, write, reason) => {
  const folder = makeFolder()
  write(logDatabaseIn(folder))
  const { log, listIds } = openLog({ folder })
  log.add(makeExchange('a', now))
  expect(await listIds()).toEqual(['a'])
  const [old] = readdirSync(folder).filter((name) => name.startsWith('exchanges-old-'))
  expect(log.notice()).toBe(
    `The request log ${reason} The log starts over. The old one is ${old} in the data folder.`,
  )
})

test('starts over if the file is damaged while it is open', async () => {
  const { log, file, listIds } = openLog()
  for (let index = 0; index < 50; index += 1)
    log.add(makeExchange(`n${index}`, now + index, 'x'.repeat(5000)))
  await listIds()
  runIn(file, (direct) => direct.get('PRAGMA wal_checkpoint(TRUNCATE)'))
  writeFileSync(file, Buffer.alloc(300_000, 7))
  log.add(makeExchange('later', now))
  await expect.poll(listIds).toEqual(['later'])
  expect(log.notice()).toContain('The request log was damaged.')
})

test('holds requests in memory while another program has the log locked, and saves each once afterwards', async () => {
  const { log, file, listIds } = openLog()
  log.add(makeExchange('before', now))
  await listIds()
  const holder = await holdLock(file)
  log.add(makeExchange('while locked', now + 1))
  const { rows, live } = await log.list({})
  expect([idsOf(rows), idsOf(live)]).toEqual([['before'], ['while locked']])
  expect((await log.read({ id: 'while locked' }))?.startedAt).toBe(now + 1)
  await holder.release()
  await expect
    .poll(() => runIn(file, (direct) => direct.all('SELECT id FROM exchanges ORDER BY seq')))
    .toMatchObject([{ id: 'before' }, { id: 'while locked' }])
})
