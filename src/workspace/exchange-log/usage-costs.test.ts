// Costs of usage by prices that may be entered later, and the warnings of the monthly budget.
import { expect, onTestFinished, test, vi } from 'vitest'
import { costOfAnswer } from '#shared/prices/cost'
import type { Exchange } from '#shared/schemas/exchange'
import type { PriceEntry, PriceRates, PriceTable } from '#shared/schemas/prices'
import { type BudgetStatus, defaultBudget } from '#shared/schemas/request-log'
import { makeFolder } from '../workspace.fixture'
import { makeExchange, openTestLog, runIn } from './exchange.fixture'
import { logDatabaseIn } from './log-database'
import { toUsageCsv } from './usage'

const noon = (day: string) => new Date(`${day}T12:00:00`).getTime()

function price(model: string, rates: PriceRates, change: Partial<PriceEntry> = {}): PriceEntry {
  return { model, provider: null, from: null, rates, ...change }
}

function openLog(inFolder?: string) {
  const state = {
    now: noon('2026-03-20'),
    prices: { currency: 'USD', entries: [] } as PriceTable,
    budget: defaultBudget,
  }
  const { log, changes, folder } = openTestLog({
    ...(inFolder && { folder: inFolder }),
    costs: () => state,
    now: () => state.now,
  })
  let count = 0
  const add = (part: Partial<Exchange>, at = state.now) => {
    count += 1
    const times = { sentUpstream: 1, upstreamHeaders: 2, firstByte: 3, total: 4 }
    const made = makeExchange(`${at} ${count} ${Math.random()}`, at)
    log.add({ ...made, upstream: 'vendor', provider: 'vendor', times, usage: null, ...part })
  }
  const cost = async (query: Parameters<typeof log.usage>[0] = { days: null }) =>
    (await log.usage(query)).map((row) => row.cost)
  const setPrices = (...entries: PriceEntry[]) => {
    state.prices = { currency: 'USD', entries }
  }
  return { log, add, cost, state, setPrices, changes, folder }
}

const text = (promptTokenCount: number, candidatesTokenCount: number) => ({
  usage: { promptTokenCount, candidatesTokenCount },
})

test('a price entered later applies to past days, by its date', async () => {
  const { add, cost, setPrices } = openLog()
  add(text(1000, 100), noon('2026-03-18'))
  add(text(1000, 100), noon('2026-03-19'))
  add(text(1000, 100), noon('2026-03-19'))
  const unknown = [{ model: 'gen-2.5-pro', reason: 'price', requests: 3 }]
  expect(await cost()).toEqual([{ nanos: null, unknown }])
  setPrices(
    price('gemini-2.5-pro', { input: 1, output: 10 }),
    price('gen-2.5-pro', { input: 2, output: 20 }, { from: '2026-03-19' }),
  )
  expect(await cost()).toEqual([{ nanos: 10_000_000, unknown: [] }])
  expect(await cost({ days: 7, groupBy: ['day'] })).toEqual([
    { nanos: 8_000_000, unknown: [] },
    { nanos: 2_000_000, unknown: [] },
  ])
  setPrices(price('gen-2.5-pro', { input: 2 }, { from: '2026-03-20' }))
  expect(await cost()).toEqual([{ nanos: null, unknown }])
})

const details = (modality: string, tokenCount: number) => [{ modality, tokenCount }]

test('the sum of a day is the sum of its responses, with every kind of token and long prompts', async () => {
  const { add, cost, setPrices } = openLog()
  const rates = {
    input: 1.25,
    cachedInput: 0.31,
    audioInput: 3,
    output: 10,
    longAbove: 200_000,
    longInput: 2.5,
    longCachedInput: 0.625,
    longOutput: 15,
  }
  const usages = [
    { promptTokenCount: 10, candidatesTokenCount: 7, thoughtsTokenCount: 90, toolUsePromptTokenCount: 3 },
    { promptTokenCount: 199_999, candidatesTokenCount: 5, cachedContentTokenCount: 150_000 },
    { promptTokenCount: 200_000, candidatesTokenCount: 11 },
    { promptTokenCount: 200_001, candidatesTokenCount: 13, cachedContentTokenCount: 100_000 },
    {
      promptTokenCount: 500,
      promptTokensDetails: details('AUDIO', 300),
      cachedContentTokenCount: 200,
      cacheTokensDetails: details('AUDIO', 100),
    },
  ]
  for (const usage of usages) for (let times = 0; times < 3; times += 1) add({ usage })
  setPrices(price('gen-2.5-*', rates))
  const expected = usages.map((usage) => costOfAnswer(rates, { usage, images: 0 }) ?? Number.NaN)
  const exact = 3 * expected.reduce((sum, each) => sum + each, 0)
  // Each response's cost is rounded to a billionth; the day's sum is rounded once for each class of prompts.
  const [total] = await cost()
  expect(Math.abs((total?.nanos ?? 0) - exact)).toBeLessThanOrEqual(2 * usages.length)
  // A limit that is a multiple of 1,024 separates requests as exactly.
  add({ usage: { promptTokenCount: 131_072 }, model: 'other' })
  add({ usage: { promptTokenCount: 131_073 }, model: 'other' })
  const entry = price('other', { input: 1, longInput: 2, longAbove: 131_072 })
  setPrices(entry)
  expect((await cost())[0]?.nanos).toBe(131_072_000 + 2 * 131_073_000)
})

test('prices images by size, without those of thoughts, videos by seconds and audio by minutes', async () => {
  const { add, cost, setPrices } = openLog()
  const part = { inlineData: { mimeType: 'image/png', data: '<300 characters of Base64>' } }
  const parts = [part, part, { ...part, thought: true }]
  const painted = {
    route: 'generateContent',
    model: 'gen-3-pro-image-preview',
    ...text(0, 2000),
    media: { images: 3, videos: 0, audios: 0 },
    responseBody: JSON.stringify({ candidates: [{ content: { parts } }] }),
  }
  add({ ...painted, requestBody: '{"generationConfig":{"imageConfig":{"imageSize":"4K"}}}' })
  add({ ...painted, requestBody: '{"contents":[{"parts":[{"text":"say \\"imageSize\\": \\"4K\\""}]}]}' })
  const video = {
    route: 'predictLongRunning',
    model: 'veo-3.1',
    media: { images: 0, videos: 1, audios: 0 },
    requestBody: '{"parameters":{"durationSeconds":8,"resolution":"4k","sampleCount":2}}',
  }
  add(video)
  add({ ...video, requestBody: '{"instances":[]}' })
  const audio = { route: 'transcribe', model: 'whisper-1', media: { images: 0, videos: 0, audios: 1 } }
  add({ ...audio, responseBody: '{"text":"Hi","usage":{"type":"duration","seconds":90}}' })
  add({ ...audio, responseBody: '{"text":"Hi"}', requestHeaders: { 'x-audio-seconds': '30.000' } })
  add({ ...audio, responseBody: '{"text":"no \\"duration\\": 5"}' })
  setPrices(
    price('gen-3-pro-image-preview', { input: 1, output: 1, image: 0.1, image4K: 0.24 }),
    price('veo-*', { video: 0.4, video4k: 0.6 }),
    price('whisper-1', { audioMinute: 0.006 }),
  )
  const rows = await cost({ days: 1, groupBy: ['model'] })
  expect(rows.map(({ nanos }) => nanos).sort()).toEqual([12_000_000, 680_000_000, 9_600_000_000])
  expect((await cost())[0]).toEqual({
    nanos: 10_292_000_000,
    unknown: [
      { model: 'veo-3.1', reason: 'amount', requests: 1 },
      { model: 'whisper-1', reason: 'amount', requests: 1 },
    ],
  })
})

test('only requests that were billed have a cost, and unknown ones are not 0', async () => {
  const { log, add, cost, setPrices } = openLog()
  setPrices(price('gen-2.5-pro', { input: 1, output: 1 }))
  add({ ...text(9, 9), upstream: 'demo', provider: 'demo' })
  add({ route: 'countTokens' })
  add({ status: 429, outcome: 'failed', errorClass: 'rate-limit' })
  add({
    times: { sentUpstream: null, upstreamHeaders: null, firstByte: 1, total: 1 },
    requestHeaders: { a: '' },
  })
  expect(await cost()).toEqual([{ nanos: 0, unknown: [] }])
  add({ outcome: 'cancelled', errorClass: 'cancelled' })
  expect(await cost()).toEqual([
    { nanos: null, unknown: [{ model: 'gen-2.5-pro', reason: 'amount', requests: 1 }] },
  ])
  add(text(1000, 0))
  // A model that redirects to another one costs what the other one does.
  add({ ...text(1000, 0), model: 'pro-latest', responseBody: '{"modelVersion": "gemini-2.5-pro"}' })
  add({ ...text(1000, 0), model: 'unpriced', provider: 'a-service', upstream: 'service' })
  const [total] = await log.usage({ days: 1 })
  expect(total?.cost).toEqual({
    nanos: 2_000_000,
    unknown: [
      { model: 'gen-2.5-pro', reason: 'amount', requests: 1 },
      { model: 'unpriced', reason: 'price', requests: 1 },
    ],
  })
  const csv = (await toUsageCsv(total ? [total] : [], 'EUR')).split('\r\n')
  expect(csv[0]).toContain(',cost,currency,requestsWithoutCost,')
  expect(csv[1]).toContain(',0.002000000,EUR,2,')
})

test('many models and versions of a day have bounded rows, and no cost gets lost', async () => {
  const { log, add, cost, setPrices } = openLog()
  setPrices(price('m*', { input: 1 }))
  for (let at = 0; at < 260; at += 1) add({ ...text(1000, 0), model: `m${at}` })
  expect((await cost())[0]).toEqual({ nanos: 260_000_000, unknown: [] })
  for (let at = 0; at < 1100; at += 1)
    add({ ...text(1000, 0), model: 'm0', responseBody: `{"modelVersion":"v${at}"}` })
  const [total] = await cost()
  expect(total?.unknown).toEqual([{ model: 'm0', reason: 'amount', requests: 101 }])
  expect(total?.nanos).toBe((260 + 999) * 1_000_000)
  expect(await log.usage({ days: 1, groupBy: ['model'] })).toHaveLength(201)
})

test('hours of today, also when the clock changes; those of earlier days are deleted', async () => {
  // The last Sunday of March, on which Central Europe skips the hour from 2 to 3.
  vi.stubEnv('TZ', 'Europe/Berlin')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { log, add, state, folder } = openLog()
  state.now = Date.parse('2026-03-29T10:00:00Z')
  add({}, Date.parse('2026-03-26T10:00:00Z'))
  add({}, Date.parse('2026-03-28T22:59:00Z'))
  add({}, Date.parse('2026-03-28T23:01:00Z'))
  add({}, Date.parse('2026-03-29T00:59:00Z'))
  add({}, Date.parse('2026-03-29T01:01:00Z'))
  const hours = await log.usage({ days: 1, groupBy: ['day'], byHour: true })
  expect(hours.map(({ day }) => day)).toEqual(['2026-03-29T03', '2026-03-29T01', '2026-03-29T00'])
  const days = await log.usage({ days: 7, groupBy: ['day'] })
  expect(days.map(({ day, requests }) => [day, requests])).toEqual([
    ['2026-03-29', 3],
    ['2026-03-28', 1],
    ['2026-03-26', 1],
  ])
  state.now = Date.parse('2026-10-25T22:30:00Z')
  add({}, Date.parse('2026-10-24T22:30:00Z'))
  add({}, state.now)
  // The day has 25 hours.
  expect(await log.usage({ days: 1 })).toMatchObject([{ requests: 2 }])
  const hoursLeft = runIn(logDatabaseIn(folder), ({ all }) => all('SELECT 1 FROM usage_hours'))
  expect(hoursLeft).toHaveLength(2)
})

test('warns once at each threshold of a month, also after a restart, and again in the next month', async () => {
  const folder = makeFolder()
  const open = () => {
    const opened = openLog(folder)
    const { log, state, changes, add } = opened
    state.now = noon('2026-03-31')
    state.prices = { currency: 'EUR', entries: [price('gen-2.5-pro', { input: 1 })] }
    state.budget = { amount: 20, warnAt: 80 }
    const warnings: Pick<BudgetStatus, 'month' | 'percent'>[] = []
    log.onBudgetWarning(({ month, percent }) => warnings.push({ month, percent }))
    const spend = async (amount: number) => {
      add(text(amount * 1_000_000, 0))
      await log.budget()
    }
    /** Each check follows the one before after some seconds. */
    const check = async () => {
      await vi.advanceTimersByTimeAsync(6_000)
      return warnings.splice(0)
    }
    return { ...opened, spend, check, change: () => changes.emit('settings') }
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const first = open()
  await first.spend(15.9)
  expect(await first.check()).toEqual([])
  await first.spend(0.1)
  expect(await first.check()).toEqual([{ month: '2026-03', percent: 80 }])
  await first.spend(1)
  expect(await first.check()).toEqual([])
  await first.log.close()

  const second = open()
  expect(await second.check()).toEqual([])
  await second.spend(3)
  expect(await second.check()).toEqual([{ month: '2026-03', percent: 100 }])
  expect(await second.log.budget()).toEqual({
    month: '2026-03',
    currency: 'EUR',
    amount: 20_000_000_000,
    cost: { nanos: 20_000_000_000, unknown: [] },
    percent: 100,
    warnAt: 80,
  })
  // A lower threshold than the one that was passed is no news; a higher amount has thresholds of its own.
  second.state.budget = { amount: 20, warnAt: 90 }
  second.change()
  expect(await second.check()).toEqual([])
  second.state.budget = { amount: 24, warnAt: 80 }
  second.change()
  expect(await second.check()).toEqual([{ month: '2026-03', percent: 83 }])

  second.state.now = noon('2026-04-01')
  expect(await second.log.budget()).toMatchObject({ month: '2026-04', percent: 0, cost: { nanos: 0 } })
  expect(await second.check()).toEqual([])
  await second.spend(30)
  // Both thresholds at once are one warning.
  expect(await second.check()).toEqual([{ month: '2026-04', percent: 125 }])
  second.state.budget = { amount: null, warnAt: 80 }
  expect(await second.log.budget()).toBeNull()
})
