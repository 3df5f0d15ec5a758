// Which result answers which call, and how the results are sent.
import { expect, test } from 'vitest'
import { makeTurn } from '../../../state/turn.fixture'
import { countRounds, isFunctionResults, pairResults, toResultParts } from './function-results'

const result = (name: string, value: number, id?: string) => ({
  ...(id === undefined ? {} : { id }),
  name,
  response: { value },
})

test('results with ids find their calls in any order', () => {
  const calls = [
    { id: 'a', name: 'f' },
    { id: 'b', name: 'f' },
  ]
  expect(pairResults(calls, [result('f', 2, 'b'), result('f', 1, 'a')])).toEqual({
    ofCalls: [result('f', 1, 'a'), result('f', 2, 'b')],
    others: [],
  })
})

test('results without ids are taken in their order, each by a call of its name', () => {
  const calls = [{ name: 'g' }, { name: 'f' }, { name: 'f' }]
  expect(pairResults(calls, [result('f', 1), result('f', 2), result('g', 3)])).toEqual({
    ofCalls: [result('g', 3), result('f', 1), result('f', 2)],
    others: [],
  })
})

test('a call without an id does not take what answers another by its id', () => {
  const calls = [{ name: 'f' }, { id: 'b', name: 'f' }]
  expect(pairResults(calls, [result('f', 2, 'b'), result('f', 1)])).toEqual({
    ofCalls: [result('f', 1), result('f', 2, 'b')],
    others: [],
  })
})

test('a result for another id answers nothing, and is not lost', () => {
  expect(pairResults([{ id: 'a', name: 'f' }], [result('f', 1, 'x')])).toEqual({
    ofCalls: [null],
    others: [result('f', 1, 'x')],
  })
})

test('a call without a result stays open', () => {
  expect(pairResults([{ name: 'f' }, { name: 'g' }], [result('g', 1)])).toEqual({
    ofCalls: [null, result('g', 1)],
    others: [],
  })
})

test('results are sent in the order of the calls, with an id only where the call had one', () => {
  expect(toResultParts([{ id: 'a', name: 'f' }, { name: 'g' }], [{ one: 1 }, { two: 2 }])).toEqual([
    { functionResponse: { id: 'a', name: 'f', response: { one: 1 } } },
    { functionResponse: { name: 'g', response: { two: 2 } } },
  ])
})

test('only a turn of the user that holds nothing but results counts as results', () => {
  const results = [{ functionResponse: result('f', 1) }]
  expect([
    isFunctionResults({ role: 'user', parts: results }),
    isFunctionResults({ role: 'user', parts: [...results, { text: 'And then?' }] }),
    isFunctionResults({ role: 'user', parts: [] }),
    isFunctionResults({ role: 'model', parts: results }),
  ]).toEqual([true, false, false, false])
})

test('rounds are counted back to the prompt that began them', () => {
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
