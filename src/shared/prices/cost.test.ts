// Prices and costs: which entry of the table counts, and exact sums in billionths of the currency.
import { expect, test } from 'vitest'
import type { UsageMetadata } from '../schemas/content'
import { type PriceEntry, type PriceRates, PriceTable } from '../schemas/prices'
import { costOfAnswer, costOfAudio, costOfImages, costOfVideo, findPrice } from './cost'

const noon = (day: string) => new Date(`${day}T12:00:00`).getTime()

function entry(model: string, input: number, change: Partial<PriceEntry> = {}): PriceEntry {
  return { model, provider: null, from: null, rates: { input }, ...change }
}

test.each<[string, Parameters<typeof findPrice>[1], number | null]>([
  [
    'either family’s ID has the price',
    { model: 'models/gemini-2.5-pro', modelVersion: null, provider: 'vendor', at: noon('2026-03-01') },
    1,
  ],
  [
    'a local model that is sent for a name of the catalog does not have the price of that name',
    { model: 'gen-2.5-pro', modelVersion: 'llama3.3:70b', provider: 'openai', at: noon('2026-06-01') },
    null,
  ],
  [
    'nor before it has responded',
    { model: 'gemini-2.5-pro', modelVersion: null, provider: 'openai', at: noon('2026-06-01') },
    null,
  ],
  [
    'the entry of the day of the request',
    { model: 'gen-2.5-pro', modelVersion: null, provider: 'vendor', at: noon('2026-06-01') },
    2,
  ],
  [
    'the day before a new price',
    { model: 'gen-2.5-pro', modelVersion: null, provider: 'vendor', at: noon('2026-05-31') },
    1,
  ],
  [
    'an entry of the future does not count',
    { model: 'gen-4', modelVersion: null, provider: 'vendor', at: noon('2026-05-31') },
    null,
  ],
  [
    'a provider’s own price precedes the general one',
    { model: 'gen-2.5-pro', modelVersion: null, provider: 'service', at: noon('2026-06-01') },
    3,
  ],
  [
    'the longest beginning of an ID',
    { model: 'gen-2.5-flash-lite', modelVersion: null, provider: 'vendor', at: noon('2026-06-01') },
    5,
  ],
  [
    'a version has the price of its model',
    { model: 'gen-2.5-pro', modelVersion: 'gemini-2.5-pro-001', provider: 'vendor', at: noon('2026-03-01') },
    1,
  ],
  [
    'another model that responded has its own',
    { model: 'gen-2.5-pro', modelVersion: 'gen-2.5-flash-001', provider: 'vendor', at: noon('2026-03-01') },
    5,
  ],
  [
    'the requested model counts if the other one has no price',
    { model: 'gen-2.5-pro', modelVersion: 'pro-latest', provider: 'vendor', at: noon('2026-03-01') },
    1,
  ],
  [
    'the beginning ends at the asterisk',
    { model: 'gen-2', modelVersion: null, provider: 'vendor', at: noon('2026-03-01') },
    null,
  ],
  [
    'the demo is free',
    { model: 'gen-2.5-pro', modelVersion: null, provider: 'demo', at: noon('2026-06-01') },
    null,
  ],
  [
    'a provider that is not known',
    { model: 'gen-2.5-pro', modelVersion: null, provider: null, at: noon('2026-06-01') },
    null,
  ],
  ['no model', { model: null, modelVersion: null, provider: 'vendor', at: noon('2026-06-01') }, null],
])('%s', (_, request, input) => {
  const entries = [
    entry('gen-2.5-pro', 1),
    entry('gemini-2.5-pro', 2, { from: '2026-06-01' }),
    entry('gen-2.5-pro', 3, { provider: 'service' }),
    entry('gemini-2.5-*', 4),
    entry('gemini-2.5-flash*', 5),
    entry('gen-4', 6, { from: '2026-06-01' }),
  ]
  const found = findPrice({ currency: 'USD', entries }, request)
  expect(found?.rates.input ?? null).toBe(input)
})

const flash: PriceRates = { input: 0.3, cachedInput: 0.075, audioInput: 1, output: 2.5 }
const long: PriceRates = { input: 1.25, output: 10, longAbove: 200_000, longInput: 2.5, longOutput: 15 }
const painter: PriceRates = { input: 0.3, output: 2.5, image: 0.039, image4K: 0.24 }
const detail = (modality: string, tokenCount: number) => [{ modality, tokenCount }]

interface Case {
  rates: PriceRates
  usage: UsageMetadata | null
  images?: number
  imageSize?: string
  nanos: number | null
}

test.each<[string, Case]>([
  [
    'input and output',
    { rates: flash, usage: { promptTokenCount: 1000, candidatesTokenCount: 400 }, nanos: 1_300_000 },
  ],
  [
    'thoughts as output',
    { rates: flash, usage: { promptTokenCount: 10, thoughtsTokenCount: 100 }, nanos: 253_000 },
  ],
  [
    'tool use as input',
    { rates: flash, usage: { promptTokenCount: 10, toolUsePromptTokenCount: 90 }, nanos: 30_000 },
  ],
  [
    'cached tokens once, at their price',
    { rates: flash, usage: { promptTokenCount: 1000, cachedContentTokenCount: 900 }, nanos: 97_500 },
  ],
  [
    'cached tokens at the price of input if they have none',
    { rates: { input: 1 }, usage: { promptTokenCount: 10, cachedContentTokenCount: 4 }, nanos: 10_000 },
  ],
  [
    'audio at its price',
    {
      rates: flash,
      usage: { promptTokenCount: 100, promptTokensDetails: detail('AUDIO', 60) },
      nanos: 72_000,
    },
  ],
  [
    'cached audio as cached',
    {
      rates: flash,
      usage: {
        promptTokenCount: 100,
        cachedContentTokenCount: 60,
        promptTokensDetails: detail('AUDIO', 60),
        cacheTokensDetails: detail('AUDIO', 60),
      },
      nanos: 16_500,
    },
  ],
  [
    'a prompt of the limit is not long',
    { rates: long, usage: { promptTokenCount: 200_000, candidatesTokenCount: 10 }, nanos: 250_100_000 },
  ],
  [
    'a long prompt changes all rates',
    { rates: long, usage: { promptTokenCount: 200_001, candidatesTokenCount: 10 }, nanos: 500_152_500 },
  ],
  [
    'a fraction of a billionth is rounded once',
    {
      rates: { input: 0.075, output: 0.3 },
      usage: { promptTokenCount: 3, candidatesTokenCount: 1 },
      nanos: 525,
    },
  ],
  [
    'no error of binary fractions',
    {
      rates: { input: 0.1, output: 0.2 },
      usage: { promptTokenCount: 1, candidatesTokenCount: 1 },
      nanos: 300,
    },
  ],
  [
    'a missing price is not 0',
    { rates: { input: 1 }, usage: { promptTokenCount: 1, candidatesTokenCount: 1 }, nanos: null },
  ],
  [
    'a missing price that is not needed',
    { rates: { input: 1 }, usage: { promptTokenCount: 1 }, nanos: 1000 },
  ],
  [
    'a price of 0 is known',
    { rates: { input: 0, output: 0 }, usage: { promptTokenCount: 9, candidatesTokenCount: 9 }, nanos: 0 },
  ],
  ['unknown usage', { rates: flash, usage: null, nanos: null }],
  ['usage without the prompt', { rates: flash, usage: { candidatesTokenCount: 5 }, nanos: null }],
  [
    'images instead of their tokens',
    {
      rates: painter,
      usage: {
        promptTokenCount: 100,
        candidatesTokenCount: 1310,
        candidatesTokensDetails: detail('IMAGE', 1290),
      },
      images: 1,
      nanos: 39_080_000,
    },
  ],
  [
    'images without details',
    {
      rates: painter,
      usage: { promptTokenCount: 100, candidatesTokenCount: 2580 },
      images: 2,
      nanos: 78_030_000,
    },
  ],
  [
    'images of a size',
    { rates: painter, usage: { promptTokenCount: 0 }, images: 2, imageSize: '4K', nanos: 480_000_000 },
  ],
  [
    'a text of an image model',
    { rates: painter, usage: { promptTokenCount: 0, candidatesTokenCount: 100 }, nanos: 250_000 },
  ],
  [
    'tokens of images',
    {
      rates: { input: 0, output: 2.5, imageOutput: 30 },
      usage: {
        promptTokenCount: 7,
        candidatesTokenCount: 1300,
        candidatesTokensDetails: detail('IMAGE', 1290),
      },
      images: 1,
      nanos: 38_725_000,
    },
  ],
  [
    'a price per image alone, without usage',
    { rates: { image: 0.04 }, usage: null, images: 3, nanos: 120_000_000 },
  ],
  ['a price per image, without image and usage', { rates: { image: 0.04 }, usage: null, nanos: null }],
  [
    'no price for the size',
    { rates: { image1K: 0.04 }, usage: null, images: 1, imageSize: '2K', nanos: null },
  ],
])('cost of %s', (_, { nanos, images = 0, rates, ...answer }) => {
  expect(costOfAnswer(rates, { images, ...answer })).toBe(nanos)
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
