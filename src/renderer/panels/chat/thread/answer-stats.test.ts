// The stats of an answer.
import { expect, test } from 'vitest'
import type { Turn } from '#shared/schemas/chat'
import { makeTurn } from '../../../state/turn.fixture'
import {
  describeThinking,
  listKnownStats,
  listSurprises,
  summarizeStats,
  toTokensPerSecond,
} from './answer-stats'

test('lists every known stat', () => {
  const turn = makeTurn({
    times: { firstToken: 320, firstAnswer: 900, total: 2320 },
    usage: {
      promptTokenCount: 12,
      candidatesTokenCount: 1500,
      thoughtsTokenCount: 500,
      totalTokenCount: 2012,
    },
  })
  expect(listKnownStats(turn)).toEqual([
    { name: 'Time to first token', value: '320 ms' },
    { name: 'Total', value: '2.32 s' },
    { name: 'Speed', value: '1,000 tokens/s' },
    { name: 'Input', value: '12 tokens' },
    { name: 'Output', value: '1,500 tokens' },
    { name: 'Thoughts', value: '500 tokens' },
    { name: 'Finish reason', value: 'STOP' },
    { name: 'Model version', value: 'gen-2.5-flash' },
  ])
})

test('summarizes duration, speed, and all generated tokens, and never a missing count as 0', () => {
  const times = { firstToken: 320, firstAnswer: 900, total: 2320 }
  const summarize = (usage: Turn['usage'], change: Partial<Turn> = {}) =>
    summarizeStats(makeTurn({ times, usage, ...change })).join(' · ')
  expect([
    summarize({ candidatesTokenCount: 1500, thoughtsTokenCount: 500 }),
    summarize({ promptTokenCount: 12 }),
    summarize({ candidatesTokenCount: 1 }, { times: { ...times, total: null } }),
    summarize(null, { times: { firstToken: null, firstAnswer: null, total: 95_300 } }),
    summarize(null, { times: { firstToken: null, firstAnswer: null, total: null } }),
  ]).toEqual(['2.3 s · 1,000 tok/s · 2,000 tokens', '2.3 s', '1 token', '1 min 35 s', ''])
})

test('only an unusual finish reason and another model than requested are surprising', () => {
  const surprises = (change: Partial<Turn>) => listSurprises(makeTurn(change)).map(({ value }) => value)
  expect([
    surprises({}),
    surprises({ modelVersion: 'models/gemini-2.5-flash' }),
    surprises({ modelVersion: null, finishReason: null }),
    surprises({ finishReason: 'MAX_TOKENS' }),
    surprises({ modelVersion: 'gemini-2.5-flash-preview-05-20' }),
  ]).toEqual([[], [], [], ['MAX_TOKENS'], ['gemini-2.5-flash-preview-05-20']])
})

test('an OpenAI-compatible server’s equivalent of a model, and a dated version, are expected', () => {
  const surprises = (model: string, modelVersion: string) =>
    listSurprises(makeTurn({ upstream: 'openai', model, modelVersion })).map(({ value }) => value)
  expect([
    surprises('gen-2.5-pro', 'llama3.3:70b'),
    surprises('gpt-5-mini', 'gpt-5-mini-2025-08-07'),
    surprises('gpt-5', 'gpt-5-mini-2025-08-07'),
    surprises('llama3.3:70b', 'qwen3-4b.gguf'),
  ]).toEqual([[], [], ['gpt-5-mini-2025-08-07'], ['qwen3-4b.gguf']])
})

test('omits the speed of an answer that was not streamed', () => {
  const usage = { candidatesTokenCount: 5 }
  expect([
    toTokensPerSecond({ times: { firstToken: 100, firstAnswer: 100, total: 100 }, usage }),
    toTokensPerSecond({ times: { firstToken: 100, firstAnswer: 100, total: 101 }, usage }),
    toTokensPerSecond({ times: { firstToken: 100, firstAnswer: 100, total: 600 }, usage }),
    toTokensPerSecond({ times: { firstToken: 100, firstAnswer: 100, total: 600 }, usage: null }),
  ]).toEqual([null, null, 10, null])
})

test('the cost is listed if it is given, as unknown too, but never alone', () => {
  const bare = makeTurn({
    times: { firstToken: null, firstAnswer: null, total: null },
    usage: { promptTokenCount: 0 },
    finishReason: null,
    modelVersion: null,
  })
  expect(listKnownStats(bare, '$0.0012')).toEqual([
    { name: 'Input', value: '0 tokens' },
    { name: 'Cost', value: '$0.0012' },
  ])
  expect(listKnownStats(bare, null)).toEqual([
    { name: 'Input', value: '0 tokens' },
    { name: 'Cost', value: null },
  ])
  expect(listKnownStats({ ...bare, usage: null }, null)).toEqual([])
  expect(summarizeStats({ ...bare, usage: { candidatesTokenCount: 2 } }, '$0.01')).toEqual([
    '2 tokens',
    '$0.01',
  ])
  expect(summarizeStats(bare, null)).toEqual([])
})

const thought = { text: 'Hm.', thought: true }
const times = { firstToken: 100, firstAnswer: null, total: null }
const describeTurn = (change: Partial<Turn>) => describeThinking(makeTurn({ times, ...change }))

test('shows “Thinking…” until the first word, then the duration', () => {
  expect([
    describeTurn({ state: 'running', parts: [thought] }),
    describeTurn({ state: 'running', parts: [thought, { text: '' }] }),
    describeTurn({ state: 'running', parts: [thought, { text: 'Yes' }] }),
    describeTurn({
      parts: [thought, { text: 'Yes' }],
      times: { ...times, firstAnswer: 2_350, total: 9_000 },
    }),
  ]).toEqual(['Thinking…', 'Thinking…', 'Thoughts', 'Thought for 2.25 s'])
})
