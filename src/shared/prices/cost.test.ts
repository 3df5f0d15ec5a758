// Prices and costs: which entry of the table counts, and exact sums in billionths of the currency.
import { expect, test } from 'vitest'
import type { UsageMetadata } from '../schemas/content'
import { type PriceEntry, type PriceRates, PriceTable } from '../schemas/prices'
import {
  costOfAnswer,
  costOfAudio,
  costOfImages,
  costOfVideo,
  describeBudget,
  findPrice,
  formatBudget,
  formatCost,
  formatKnownCost,
  formatPrice,
} from './cost'

function entry(model: string, input: number, change: Partial<PriceEntry> = {}): PriceEntry {
  return { model, provider: null, from: null, rates: { input }, ...change }
}

type Requested = readonly [
  model: string | null,
  modelVersion: string | null,
  provider: Parameters<typeof findPrice>[1]['provider'],
  day: string,
]

test.each<[string, Requested, number | null]>([
  ['either family’s ID has the price', ['models/gemini-2.5-pro', null, 'vendor', '2026-03-01'], 1],
  [
    'a local model that is sent for a name of the catalog does not have the price of that name',
    ...([['gen-2.5-pro', 'llama3.3:70b', 'openai', '2026-06-01'], null] as const),
  ],
  ['nor before it has responded', ['gemini-2.5-pro', null, 'openai', '2026-06-01'], null],
  ['the entry of the day of the request', ['gen-2.5-pro', null, 'vendor', '2026-06-01'], 2],
  ['the day before a new price', ['gen-2.5-pro', null, 'vendor', '2026-05-31'], 1],
  ['an entry of the future does not count', ['gen-4', null, 'vendor', '2026-05-31'], null],
  ['a provider’s own price precedes the general one', ['gen-2.5-pro', null, 'service', '2026-06-01'], 3],
  ['the longest beginning of an ID', ['gen-2.5-flash-lite', null, 'vendor', '2026-06-01'], 5],
  [
    'a version has the price of its model',
    ...([['gen-2.5-pro', 'gemini-2.5-pro-001', 'vendor', '2026-03-01'], 1] as const),
  ],
  [
    'another model that responded has its own',
    ...([['gen-2.5-pro', 'gen-2.5-flash-001', 'vendor', '2026-03-01'], 5] as const),
  ],
  [
    'the requested model counts if the other one has no price',
    ...([['gen-2.5-pro', 'pro-latest', 'vendor', '2026-03-01'], 1] as const),
  ],
  ['the beginning ends at the asterisk', ['gen-2', null, 'vendor', '2026-03-01'], null],
  ['the demo is free', ['gen-2.5-pro', null, 'demo', '2026-06-01'], null],
  ['a provider that is not known', ['gen-2.5-pro', null, null, '2026-06-01'], null],
  ['no model', [null, null, 'vendor', '2026-06-01'], null],
])('%s', (_, [model, modelVersion, provider, day], input) => {
  const entries = [
    entry('gen-2.5-pro', 1),
    entry('gemini-2.5-pro', 2, { from: '2026-06-01' }),
    entry('gen-2.5-pro', 3, { provider: 'service' }),
    entry('gemini-2.5-*', 4),
    entry('gemini-2.5-flash*', 5),
    entry('gen-4', 6, { from: '2026-06-01' }),
  ]
  const at = new Date(`${day}T12:00:00`).getTime()
  const found = findPrice({ currency: 'USD', entries }, { model, modelVersion, provider, at })
  expect(found?.rates.input ?? null).toBe(input)
})

const flash: PriceRates = { input: 0.3, cachedInput: 0.075, audioInput: 1, output: 2.5 }
const long: PriceRates = { input: 1.25, output: 10, longAbove: 200_000, longInput: 2.5, longOutput: 15 }
const painter: PriceRates = { input: 0.3, output: 2.5, image: 0.039, image4K: 0.24 }
const detail = (modality: string, tokenCount: number) => [{ modality, tokenCount }]

/** The first tokens are those of the prompt, the second those of the answer. */
const tokens = (
  promptTokenCount: number,
  candidatesTokenCount?: number,
  details: Partial<UsageMetadata> = {},
): UsageMetadata => ({
  promptTokenCount,
  ...(candidatesTokenCount !== undefined && { candidatesTokenCount }),
  ...details,
})

interface Images {
  readonly images?: number
  readonly imageSize?: string
}

test.each<[string, PriceRates, UsageMetadata | null, number | null, Images?]>([
  ['input and output', flash, tokens(1000, 400), 1_300_000],
  ['thoughts as output', flash, tokens(10, undefined, { thoughtsTokenCount: 100 }), 253_000],
  ['tool use as input', flash, tokens(10, undefined, { toolUsePromptTokenCount: 90 }), 30_000],
  ['cached tokens once, at their price', flash, tokens(1000, 0, { cachedContentTokenCount: 900 }), 97_500],
  [
    'cached tokens at the price of input if they have none',
    ...([{ input: 1 }, tokens(10, undefined, { cachedContentTokenCount: 4 }), 10_000] as const),
  ],
  ['audio at its price', flash, tokens(100, 0, { promptTokensDetails: detail('AUDIO', 60) }), 72_000],
  [
    'cached audio as cached',
    flash,
    tokens(100, 0, {
      cachedContentTokenCount: 60,
      promptTokensDetails: detail('AUDIO', 60),
      cacheTokensDetails: detail('AUDIO', 60),
    }),
    16_500,
  ],
  ['a prompt of the limit is not long', long, tokens(200_000, 10), 250_100_000],
  ['a long prompt changes all rates', long, tokens(200_001, 10), 500_152_500],
  ['a fraction of a billionth is rounded once', { input: 0.075, output: 0.3 }, tokens(3, 1), 525],
  ['no error of binary fractions', { input: 0.1, output: 0.2 }, tokens(1, 1), 300],
  ['a missing price is not 0', { input: 1 }, tokens(1, 1), null],
  ['a missing price that is not needed', { input: 1 }, tokens(1), 1000],
  ['a price of 0 is known', { input: 0, output: 0 }, tokens(9, 9), 0],
  ['unknown usage', flash, null, null],
  ['usage without the prompt', flash, { candidatesTokenCount: 5 }, null],
  [
    'images instead of their tokens',
    ...([
      painter,
      tokens(100, 1310, { candidatesTokensDetails: detail('IMAGE', 1290) }),
      39_080_000,
    ] as const),
    { images: 1 },
  ],
  ['images without details', painter, tokens(100, 2580), 78_030_000, { images: 2 }],
  ['images of a size', painter, tokens(0), 480_000_000, { images: 2, imageSize: '4K' }],
  ['a text of an image model', painter, tokens(0, 100), 250_000],
  [
    'tokens of images',
    { input: 0, output: 2.5, imageOutput: 30 },
    tokens(7, 1300, { candidatesTokensDetails: detail('IMAGE', 1290) }),
    ...([38_725_000, { images: 1 }] as const),
  ],
  ['a price per image alone, without usage', { image: 0.04 }, null, 120_000_000, { images: 3 }],
  ['a price per image, without image and usage', { image: 0.04 }, null, null],
  ['no price for the size', { image1K: 0.04 }, null, null, { images: 1, imageSize: '2K' }],
])('cost of %s', (...[, rates, usage, nanos, { images = 0, ...size } = {}]) => {
  expect(costOfAnswer(rates, { usage, images, ...size })).toBe(nanos)
})

test('estimates images, videos and audio; null without a price', () => {
  expect([
    costOfImages(painter, 4, '4K'),
    costOfImages(painter, 4, undefined),
    costOfImages(flash, 4, undefined),
    costOfVideo({ video: 0.4, video4k: 0.6 }, 8, '1080p'),
    costOfVideo({ video: 0.4, video4k: 0.6 }, 8, '4k'),
    costOfVideo({ video4k: 0.6 }, 8, undefined),
    costOfAudio({ audioMinute: 0.006 }, 90),
    costOfAudio({}, 90),
  ]).toEqual([960_000_000, 156_000_000, null, 3_200_000_000, 4_800_000_000, null, 9_000_000, null])
})

test('a table rejects what it could not compute exactly, and two prices from one date', () => {
  const problems = (...entries: unknown[]) =>
    PriceTable.safeParse({ currency: 'USD', entries }).error?.issues.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    )
  expect([
    problems(entry('gen-*', 0.000001), entry('gen-*', 0.3, { from: '2026-05-01' })),
    problems(entry('gen-*', 0.0000001)),
    problems(entry('gen-*', -1)),
    problems({ ...entry('gen-*', 1), rates: {} }),
    problems({ ...entry('gen-*', 1), rates: { longAbove: 5 } }),
    problems(entry('gen-*', 1, { from: '2026-02-30' })),
    problems(entry('a*b', 1)),
    problems(entry('gen', 1), entry('gen', 2)),
  ]).toEqual([
    undefined,
    ['entries.0.rates.input: must have at most 6 decimals'],
    ['entries.0.rates.input: must be at least 0'],
    ['entries.0.rates: is missing'],
    ['entries.0.rates: is missing'],
    ['entries.0.from: must be a date, such as 2026-05-21'],
    ['entries.0.model: must be a model ID, or the start of several followed by *'],
    ['entries.1.model: already has a price from this date'],
  ])
})

test('costs have two digits or cents, and never show as 0 unless they are', () => {
  const units = [0, 1e-8, 0.000_04, 0.001_24, 0.0999, 0.156, 1.234, 1234.5]
  expect(units.map((amount) => formatCost(Math.round(amount * 1e9), 'USD'))).toEqual([
    '$0.00',
    '<$0.000001',
    '$0.00004',
    '$0.0012',
    '$0.10',
    '$0.16',
    '$1.23',
    '$1,234.50',
  ])
  expect([formatCost(1_500_000_000, 'JPY'), formatCost(40_000_000, 'EUR')]).toEqual(['¥1.5', '€0.04'])
  expect([0.000001, 0.075, 10].map((amount) => formatPrice(amount, 'USD'))).toEqual([
    '$0.000001',
    '$0.075',
    '$10.00',
  ])
})

test('a sum with unknown parts is a lower bound, and an unknown cost is never 0', () => {
  const unknown = [{ model: 'a', reason: 'price', requests: 2 } as const]
  expect([
    formatKnownCost({ nanos: 1_230_000_000, unknown: [] }, 'USD'),
    formatKnownCost({ nanos: 1_230_000_000, unknown }, 'USD'),
    formatKnownCost({ nanos: null, unknown }, 'USD'),
    formatKnownCost({ nanos: 0, unknown: [] }, 'USD'),
  ]).toEqual(['$1.23', '≥\u00a0$1.23', '–', '$0.00'])
  const status = { month: '2026-03', currency: 'USD', amount: 20_000_000_000, warnAt: 80 }
  const cost = { nanos: 16_100_000_000, unknown }
  expect(describeBudget({ ...status, cost, percent: 80 })).toEqual({
    title: '80% of the monthly budget is spent',
    body:
      '≥\u00a0$16.10 of $20.00 this month, 80%. Requests aren’t blocked. ' +
      'Some requests have an unknown cost and aren’t included.',
  })
  const spent = { nanos: 20_000_000_000, unknown: [] }
  expect(describeBudget({ ...status, cost: spent, percent: 100 }).title).toBe('The monthly budget is spent')
  expect(formatBudget({ ...status, cost: { nanos: null, unknown }, percent: 0 })).toBe(
    '≥\u00a0$0.00 of $20.00 this month, 0%',
  )
})
