// Price files: LiteLLM's list as JSON and CSV, and the application's own export. The prices are invented.
import { expect, test } from 'vitest'
import { readPriceFile, writePriceFile } from './price-file'

const ratesOf = (list: object) =>
  Object.fromEntries(readPriceFile(JSON.stringify(list)).entries.map(({ model, rates }) => [model, rates]))

test('reads the fields of LiteLLM’s list, per million tokens', () => {
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

test('reads a CSV file with the same columns; empty cells are unknown prices', () => {
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
  ['[1, 2]', 'No prices found.'],
  ['{"a": 1}', 'No prices found.'],
  ['Some text.', 'No prices found.'],
  ['{"format":"gen-playground-prices","version":2}', 'This file was saved by a newer version'],
  [
    '{"format":"gen-playground-prices","version":1,"currency":"USD","entries":[{"model":"m","provider":null,"from":null,"rates":{"input":-1}}]}',
    'entries.0.rates.input must be at least 0.',
  ],
])('%s is rejected with the reason', (text, message) => {
  expect(() => readPriceFile(text)).toThrow(message)
})
