// Matching results with calls, and sending them.
import { expect, test } from 'vitest'
import { makeTurn } from '../../../state/turn.fixture'
import { countRounds, isFunctionResults, pairResults, toResultParts } from './function-results'

const result = (name: string, value: number, id?: string) => ({
  ...(id === undefined ? {} : { id }),
  name,
  response: { value },
})

test('matches results with ids in any order', () => {
  const calls = [
    { id: 'a', name: 'f' },
    { id: 'b', name: 'f' },
  ]
  expect(pairResults(calls, [result('f', 2, 'b'), result('f', 1, 'a')])).toEqual({
    ofCalls: [result('f', 1, 'a'), result('f', 2, 'b')],
    others: [],
  })
})

test('matches results without ids by name, in their order', () => {
  const calls = [{ name: 'g' }, { name: 'f' }, { name: 'f' }]
  expect(pairResults(calls, [result('f', 1), result('f', 2), result('g', 3)])).toEqual({
    ofCalls: [result('g', 3), result('f', 1), result('f', 2)],
    others: [],
  })
})

test('does not match a call without an id with the result of another call', () => {
  const calls = [{ name: 'f' }, { id: 'b', name: 'f' }]
  expect(pairResults(calls, [result('f', 2, 'b'), result('f', 1)])).toEqual({
    ofCalls: [result('f', 1), result('f', 2, 'b')],
    others: [],
  })
})

test('lists a result with an unknown id separately', () => {
  expect(pairResults([{ id: 'a', name: 'f' }], [result('f', 1, 'x')])).toEqual({
    ofCalls: [null],
    others: [result('f', 1, 'x')],
  })
})

test('leaves a call without a result open', () => {
  expect(pairResults([{ name: 'f' }, { name: 'g' }], [result('g', 1)])).toEqual({
    ofCalls: [null, result('g', 1)],
    others: [],
  })
})

test('sends results in the order of the calls, with an id if the call has one', () => {
  expect(toResultParts([{ id: 'a', name: 'f' }, { name: 'g' }], [{ one: 1 }, { two: 2 }])).toEqual([
    { functionResponse: { id: 'a', name: 'f', response: { one: 1 } } },
    { functionResponse: { name: 'g', response: { two: 2 } } },
  ])
})

test('a turn of results is a user turn that contains nothing else', () => {
  const results = [{ functionResponse: result('f', 1) }]
  expect([
    isFunctionResults({ role: 'user', parts: results }),
    isFunctionResults({ role: 'user', parts: [...results, { text: 'And then?' }] }),
    isFunctionResults({ role: 'user', parts: [] }),
    isFunctionResults({ role: 'model', parts: results }),
  ]).toEqual([true, false, false, false])
})

test('counts rounds back to the prompt', () => {
  const call = [{ functionCall: { name: 'f' } }]
  const results = [{ functionResponse: result('f', 1) }]
  const turns = [
    makeTurn({ id: 'p', role: 'user', parts: [{ text: 'Go' }] }),
    makeTurn({ id: 'm1', parentId: 'p', parts: call }),
    makeTurn({ id: 'r1', parentId: 'm1', role: 'user', parts: results }),
    makeTurn({ id: 'm2', parentId: 'r1', parts: call }),
    makeTurn({ id: 'r2', parentId: 'm2', role: 'user', parts: results }),
    makeTurn({ id: 'm3', parentId: 'r2', parts: call }),
  ]
  const find = (id: string) => turns.find((turn) => turn.id === id)
  expect(turns.filter(({ role }) => role === 'model').map((turn) => countRounds(turn, find))).toEqual([
    1, 2, 3,
  ])
})
