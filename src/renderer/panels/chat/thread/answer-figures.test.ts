// The figures under an answer.
import { expect, test } from 'vitest'
import { makeTurn } from '../../../state/turn.fixture'
import { listFigures, listTotals, toFigures, toTokensPerSecond } from './answer-figures'

test('every figure that is known is shown', () => {
  const turn = makeTurn({
    times: { firstToken: 320, firstAnswer: 900, total: 2320 },
    usage: {
      promptTokenCount: 12,
      candidatesTokenCount: 1500,
      thoughtsTokenCount: 500,
      totalTokenCount: 2012,
    },
  })
  expect(toFigures(turn)).toEqual([
    { name: 'First token', value: '320 ms' },
    { name: 'Total', value: '2.32 s' },
    { name: 'Speed', value: '1,000 tok/s' },
    { name: 'In', value: '12 tok' },
    { name: 'Out', value: '1,500 tok' },
    { name: 'Thoughts', value: '500 tok' },
    { name: 'Finish', value: 'STOP' },
    { name: 'Version', value: 'gen-2.5-flash' },
  ])
})

test('what is missing is left out, never shown as 0', () => {
  const bare = makeTurn({
    times: { firstToken: null, firstAnswer: null, total: null },
    usage: { promptTokenCount: 0 },
    finishReason: null,
    modelVersion: null,
  })
  expect(toFigures(bare)).toEqual([{ name: 'In', value: '0 tok' }])
})

test('an answer in a single piece has no speed', () => {
  const usage = { candidatesTokenCount: 5 }
  expect([
    toTokensPerSecond({ times: { firstToken: 100, firstAnswer: 100, total: 100 }, usage }),
    toTokensPerSecond({ times: { firstToken: 100, firstAnswer: 100, total: 101 }, usage }),
    toTokensPerSecond({ times: { firstToken: 100, firstAnswer: 100, total: 600 }, usage }),
    toTokensPerSecond({ times: { firstToken: 100, firstAnswer: 100, total: 600 }, usage: null }),
  ]).toEqual([null, null, 10, null])
})

test('answers that are compared have the same lines, known or not', () => {
  const running = makeTurn({ state: 'running', times: { firstToken: 5, firstAnswer: null, total: null } })
  const names = (turn: Parameters<typeof listFigures>[0]) => listFigures(turn).map(({ name }) => name)
  expect(names(running)).toEqual(names(makeTurn()))
})

test('totals leave out what no answer has told', () => {
  expect(
    listTotals({ promptTokens: 1200, outputTokens: 0, thoughtsTokens: null, totalTokens: 1200 }),
  ).toEqual([
    { name: 'In', value: '1,200 tokens' },
    { name: 'Out', value: '0 tokens' },
    { name: 'All', value: '1,200 tokens' },
  ])
})
