// The figures under an answer.
import { expect, test } from 'vitest'
import { makeTurn } from '../../session/turn.fixture'
import { sumTokens, toFigures, toTokensPerSecond } from './answer-figures'

test('every figure that is known is shown', () => {
  const turn = makeTurn({
    times: { firstToken: 320, total: 2320 },
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
  ])
})

test('what is missing is left out, never shown as 0', () => {
  const bare = makeTurn({
    times: { firstToken: null, total: null },
    usage: { promptTokenCount: 0 },
    finishReason: null,
  })
  expect(toFigures(bare)).toEqual([{ name: 'In', value: '0 tok' }])
})

test('an answer in a single piece has no speed', () => {
  const usage = { candidatesTokenCount: 5 }
  expect([
    toTokensPerSecond({ times: { firstToken: 100, total: 100 }, usage }),
    toTokensPerSecond({ times: { firstToken: 100, total: 600 }, usage }),
    toTokensPerSecond({ times: { firstToken: 100, total: 600 }, usage: null }),
  ]).toEqual([null, 10, null])
})

test("a conversation's total counts the turns that told theirs", () => {
  expect([
    sumTokens([{ usage: null }, { usage: { totalTokenCount: 5 } }, { usage: { totalTokenCount: 7 } }]),
    sumTokens([]),
  ]).toEqual([12, null])
})
