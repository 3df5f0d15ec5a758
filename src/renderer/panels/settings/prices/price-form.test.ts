// The form of a price: what it accepts, what it asks for, and how entries are ordered and replaced.
import { expect, test } from 'vitest'
import type { PriceEntry } from '#shared/schemas/prices'
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
  ['a currency sign', { model: 'm', output: '$3' }, { output: 'must be a number, such as 0.30' }],
  ['a negative price', { model: 'm', image: '-1' }, { image: 'must be at least 0' }],
  ['too many decimals', { model: 'm', input: '0.0000001' }, { input: 'must have at most 6 decimals' }],
  [
    'a model with spaces',
    { model: 'a b', input: '1' },
    { model: 'must be a model ID, or the start of several followed by *' },
  ],
  [
    'a long price without its limit',
    { model: 'm', longInput: '1' },
    { longAbove: 'is required for prices of long prompts' },
  ],
  [
    'a limit that is no number',
    { model: 'm', input: '1', longAbove: 'many' },
    { longAbove: 'must be a number of tokens' },
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
