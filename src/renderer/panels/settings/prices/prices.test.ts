// Prices: files of LiteLLM and our own (the prices are invented), and the form of a price.
import { expect, test } from 'vitest'
import type { PriceEntry } from '#shared/schemas/prices'
import { readPriceFile, writePriceFile } from './price-file'
import {
  emptyPrice,
  findKind,
  findOutdated,
  listRateGroups,
  mergePrices,
  type PriceTexts,
  parsePrice,
  sortPrices,
  toPriceTexts,
} from './price-form'

const ratesOf = (list: object) =>
  Object.fromEntries(readPriceFile(JSON.stringify(list)).entries.map(({ model, rates }) => [model, rates]))

test('a price file has the fields of LiteLLM’s list, read per million tokens', () => {
  const list = {
    sample_spec: { input_cost_per_token: 0, mode: 'chat' },
    'gemini/gemini-2.5-pro': {
      cache_read_input_token_cost: 1.25e-7,
      input_cost_per_token: 0.00000125,
      input_cost_per_token_above_200k_tokens: 2.5e-6,
      output_cost_per_token: 1e-5,
      output_cost_per_token_above_200k_tokens: 1.5e-5,
      input_cost_per_audio_token: 7e-7,
      output_cost_per_image: 0.5,
      mode: 'chat',
    },
    'gemini/gemini-2.5-flash-image': {
      input_cost_per_token: 3e-7,
      output_cost_per_image: 0.039,
      output_cost_per_image_token: 3e-5,
      mode: 'image_generation',
    },
    'gemini/veo-3.1-fast-generate-preview': { output_cost_per_second: 0.15, mode: 'video_generation' },
    'gpt-4o-transcribe': { input_cost_per_second: 0.0001, mode: 'audio_transcription' },
    'openai/text-embedding-x': { input_cost_per_token: 2e-8, output_cost_per_token: 0, mode: 'embedding' },
    'azure/gpt-9': { input_cost_per_token: 1e-6, mode: 'chat' },
    'no-prices': { mode: 'chat', max_tokens: 5 },
  }
  expect(ratesOf(list)).toEqual({
    'gemini-2.5-pro': {
      input: 1.25,
      cachedInput: 0.125,
      audioInput: 0.7,
      output: 10,
      longAbove: 200_000,
      longInput: 2.5,
      longOutput: 15,
    },
    'gemini-2.5-flash-image': { input: 0.3, imageOutput: 30, image: 0.039 },
    'veo-3.1-fast-generate-preview': { video: 0.15 },
    'gpt-4o-transcribe': { audioMinute: 0.006 },
    'text-embedding-x': { input: 0.02, output: 0 },
  })
})

test('the prefix of the Gemini API precedes the entry of another provider, in either order', () => {
  const bare = { input_cost_per_token: 1e-6 }
  const own = { input_cost_per_token: 2e-6 }
  const expected = { 'gemini-x': { input: 2 } }
  expect(ratesOf({ 'gemini-x': bare, 'gemini/gemini-x': own })).toEqual(expected)
  expect(ratesOf({ 'gemini/gemini-x': own, 'gemini-x': bare })).toEqual(expected)
})

test('a price file may be a CSV file with the same columns; empty cells are unknown prices', () => {
  const text =
    '\uFEFFmodel,mode,input_cost_per_token,output_cost_per_token\r\ngemini-x,chat,3e-7,\r\n"my model",chat,1,1\r\n'
  expect(readPriceFile(text)).toEqual({
    currency: 'USD',
    entries: [{ model: 'gemini-x', provider: null, from: null, rates: { input: 0.3 } }],
    isExport: false,
  })
})

test('an export is read back with its dates, providers and currency', () => {
  const prices = {
    currency: 'EUR',
    entries: [
      { model: 'gen-*', provider: 'service' as const, from: '2026-05-01', rates: { input: 0.3 } },
      { model: 'gen-*', provider: null, from: null, rates: { image: 0.04, image4K: 0.1 } },
    ],
  }
  expect(readPriceFile(writePriceFile(prices))).toEqual({ ...prices, isExport: true })
})

test.each([
  ['', 'No prices found.'],
  ['Some text.', 'No prices found.'],
  ['{"format":"gen-playground-prices","version":2}', 'This file was saved by a newer version'],
  [
    '{"format":"gen-playground-prices","version":1,"currency":"USD","entries":[{"model":"m","provider":null,"from":null,"rates":{"input":-1}}]}',
    'entries.0.rates.input must be at least 0.',
  ],
])('%s is rejected with the reason', (text, message) => {
  expect(() => readPriceFile(text)).toThrow(message)
})

const entry = (model: string, from: string | null = null, input = 1): PriceEntry => ({
  model,
  provider: null,
  from,
  rates: { input },
})

function parse(change: Partial<PriceTexts>, entries: readonly PriceEntry[] = [], old?: string) {
  return parsePrice({ ...emptyPrice, ...change }, { entries: [...entries], old, first: 'input' })
}

test('a saved price, converted to texts and parsed again, is unchanged', () => {
  const saved: PriceEntry = {
    model: 'gemini-3-*',
    provider: 'service',
    from: '2026-05-01',
    rates: { input: 0.000001, output: 10, longAbove: 200_000, longInput: 2.5, image4K: 0.24, audioMinute: 0 },
  }
  expect(toPriceTexts(saved).input).toBe('0.000001')
  expect(parse(toPriceTexts(saved))).toEqual({ entry: saved, problems: {} })
})

test.each<[string, Partial<PriceTexts>, object]>([
  ['nothing is entered', {}, { model: 'is required', input: 'is missing: enter at least one price' }],
  [
    'a decimal comma could be a thousand',
    { model: 'm', input: '0,3' },
    { input: 'must be a number, such as 0.30' },
  ],
  ['a negative price', { model: 'm', image: '-1' }, { image: 'must be at least 0' }],
  [
    'a long price without its limit',
    { model: 'm', longInput: '1' },
    { longAbove: 'is required for prices of long prompts' },
  ],
  [
    'the same model in the other spelling, from the same date',
    { model: 'gemini-2.5-pro', input: '1' },
    {
      from: 'must be another date: this model already has a price from then',
    },
  ],
])('rejected at its field: %s', (_, texts, problems) => {
  const result = parse(texts, [entry('gen-2.5-pro')])
  expect(result).toEqual({ entry: null, problems })
})

test('an edited price does not clash with itself, and a limit may be written with a unit', () => {
  const { entry: parsed } = parse(
    { model: 'gen-2.5-pro', input: '.5', longAbove: '200k', longInput: '1' },
    [entry('gen-2.5-pro')],
    'gen-2.5-pro  ',
  )
  expect(parsed?.rates).toEqual({ input: 0.5, longAbove: 200_000, longInput: 1 })
})

const models = [
  { id: 'gen-2.5-flash', vendorId: 'gemini-2.5-flash', kind: 'text' },
  { id: 'gen-2.5-flash-image', vendorId: 'gemini-2.5-flash-image', kind: 'image' },
  { id: 'my-film', vendorId: 'veo-9', kind: 'video' },
] as const

test('the fields are those that the kind of model can be billed for, and filled ones', () => {
  expect(
    [
      'gemini-2.5-flash',
      'gen-2.5-flash-image',
      'gen-video-9',
      'gen-2.5-flash*',
      'gen-2.5-flash-i*',
      'new',
      '',
    ].map((id) => findKind(models, id)),
  ).toEqual(['text', 'image', 'video', null, 'image', null, null])
  const names = (kind: Parameters<typeof listRateGroups>[0], texts: Partial<PriceTexts> = {}) =>
    listRateGroups(kind, { ...emptyPrice, ...texts }).map(({ fields }) =>
      fields.map(({ name }) => name).join(' '),
    )
  expect(names('embedding')).toEqual(['input'])
  expect(names('transcription', { video: '2' })).toEqual(['video', 'audioMinute'])
  expect(names(null)).toHaveLength(5)
})

test('prices are listed by model, the latest first, and replaced ones are marked', () => {
  const prices = [
    entry('gen-b'),
    entry('gen-a'),
    entry('gemini-b', '2026-06-01'),
    entry('gen-b', '2027-01-01'),
  ]
  expect(sortPrices(prices).map(({ model, from }) => `${model} ${from}`)).toEqual([
    'gen-a null',
    'gen-b 2027-01-01',
    'gemini-b 2026-06-01',
    'gen-b null',
  ])
  expect([...findOutdated(prices, '2026-08-01')]).toEqual(['gen-b  '])
})

test('an imported price replaces that of the same model and date, and leaves others', () => {
  const table = { currency: 'USD', entries: [entry('gen-a'), entry('gen-a', '2026-06-01')] }
  expect(mergePrices(table, [entry('gemini-a', null, 5), entry('gen-c')]).entries).toEqual([
    entry('gemini-a', null, 5),
    entry('gen-a', '2026-06-01'),
    entry('gen-c'),
  ])
})
