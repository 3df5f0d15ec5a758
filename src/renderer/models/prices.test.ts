// Prices and costs as text.
import { expect, test } from 'vitest'
import { makeTurn } from '../state/turn.fixture'
import { costOfTurn, findNextPrice, listRates, summarizeRates } from './prices'

test('a price is summarized by its most important rates, each with its unit', () => {
  expect(
    [
      { input: 0.3, output: 2.5, cachedInput: 0.075 },
      { input: 0.15 },
      { input: 0.3, output: 2.5, image: 0.039 },
      { image4K: 0.24, image2K: 0.134 },
      { video: 0.15, video4k: 0.35 },
      { audioMinute: 0.006 },
      { audioInput: 1 },
    ].map((rates) => summarizeRates(rates, 'USD')),
  ).toEqual([
    '$0.30 in · $2.50 out per 1M',
    '$0.15 in per 1M',
    '$0.30 in · $2.50 out per 1M · $0.039 per image',
    '$0.134 or more per image',
    '$0.15 per second',
    '$0.006 per minute',
    '$1.00 per 1M',
  ])
})

test('all rates are listed, each once', () => {
  expect(listRates({ output: 10, longAbove: 200_000, longOutput: 15 }, 'EUR')).toEqual([
    'Output per 1M tokens: €10.00',
    'Output for long prompts per 1M tokens: €15.00',
    'Long prompts: over 200k tokens',
  ])
})

const rates = { input: 1, output: 2, image: 0.04 }
const table = {
  currency: 'USD',
  entries: [
    { model: 'gen-2.5-flash', provider: null, from: null, rates },
    { model: 'gemini-9', provider: null, from: null, rates: { input: 5 } },
  ],
}

test('a turn’s images are those it shows, and the demo is free', () => {
  const image = { inlineData: { mimeType: 'image/png', media: 'a' } }
  const parts = [{ ...image, thought: true }, image, { inline_data: { mime_type: 'image/png', media: 'b' } }]
  const turn = makeTurn({ parts, usage: { promptTokenCount: 0 }, upstream: 'vendor', model: 'gen-2.5-flash' })
  expect(costOfTurn(turn, table)).toBe(80_000_000)
  expect(costOfTurn({ ...turn, upstream: 'demo' }, table)).toBeNull()
})

test('the vendor’s ID has its price only at the vendor', () => {
  const find = (provider: 'vendor' | 'service') =>
    findNextPrice(table, { id: 'gen-2.5-flash', vendorId: 'gemini-9' }, provider)?.rates.input
  expect([find('vendor'), find('service')]).toEqual([5, 1])
})
