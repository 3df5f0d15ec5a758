// Calls of functions: the editors of their results, mocks, and matching results with calls.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { JsonTree } from '../../../json-editor/JsonTree'
import { parseMock, toFunctionsDraft } from '../inspector/functions/parse-declarations'
import {
  clearResultDrafts,
  isFromMock,
  listResponses,
  parseResult,
  resultDrafts,
  toDrafts,
  toSkeleton,
  writeResult,
  writeResultDraft,
} from './call-drafts'
import { isFunctionResults, pairResults, toResultParts } from './function-results'

const known = { typed: undefined, declarations: [], mocks: [] }
const mocks = [{ name: 'f', response: { temperature: 3 } }]

test('an editor starts with the mock, or else with the declared shape', () => {
  const declarations = [
    { name: 'f', response: { type: 'object', properties: { b: { type: 'integer' } } } },
    { name: 'g', response: { type: 'string' } },
  ]
  const drafts = toDrafts([{ name: 'f' }, { name: 'g' }], { ...known, declarations, mocks })
  expect(drafts.map(({ text, isMock }) => ({ text, isMock }))).toEqual([
    { text: '{\n  "temperature": 3\n}', isMock: true },
    { text: '{\n  "output": ""\n}', isMock: false },
  ])
})

test('a typed result is kept while an error is typed', () => {
  const typed = { result: '{"output": 1}', error: '{"error": "No"}' }
  const text = (failing: boolean) =>
    toDrafts([{ name: 'f' }], { ...known, typed: { 0: { ...typed, failing } } })[0]?.text
  expect([text(true), text(false)]).toEqual(['{"error": "No"}', '{"output": 1}'])
})

test('an emptied editor stays empty, and nothing is sent until all results are valid', () => {
  const calls = [{ name: 'f' }, { name: 'g' }]
  const drafts = (result: string) => toDrafts(calls, { ...known, typed: { 0: { result } }, mocks })
  expect(drafts('').map(({ text }) => text)).toEqual(['', '{\n  "output": null\n}'])
  expect([listResponses(drafts('')), listResponses(drafts('{"a": 1}'))]).toEqual([
    undefined,
    [{ a: 1 }, { output: null }],
  ])
})

test('the result of a mock is recognized, in the parameters of either request', () => {
  const functions = { on: true, declarations: [], mocks, answerWithMocks: false }
  const parameters = { model: 'm', functions }
  const result = { name: 'f', response: { temperature: 3 } }
  expect([
    isFromMock(result, [null, parameters]),
    isFromMock({ ...result, response: { temperature: 4 } }, [parameters]),
    isFromMock({ ...result, name: 'g' }, [parameters]),
    isFromMock(result, [null, undefined]),
  ]).toEqual([true, false, false, false])
})

test('invalid JSON is rejected with its position, and so are an empty text and anything but an object', () => {
  expect(['{\n"output": }', ' ', '[1, 2]'].map(parseResult)).toEqual([
    { problem: { from: 12, to: 13, message: 'Line 2: Expected a value' }, isJson: false },
    { problem: { from: 0, to: 1, message: expect.stringContaining('Enter the result') }, isJson: false },
    { problem: { from: 0, to: 6, message: expect.stringContaining('not an array') }, isJson: true },
  ])
})

test('a declared shape has all properties, in either case, and a recursive one an end', () => {
  const toShape = (response: object) => toSkeleton({ name: 'f', response })
  const properties = {
    temperature: { type: 'NUMBER' },
    unit: { enum: ['C', 'F'] },
    sunny: { type: 'BOOLEAN' },
    days: { type: 'array', items: { type: ['null', 'string'] } },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    station: { properties: { id: { type: 'integer', example: 7 } } },
  }
  const shape = { temperature: 0, unit: 'C', sunny: false, days: [''], note: '', station: { id: 7 } }
  expect(toShape({ type: 'OBJECT', properties })).toEqual(shape)
  const node: Record<string, unknown> = { type: 'object' }
  node.properties = { next: node }
  expect(JSON.stringify(toShape(node)).length).toBeLessThan(200)
})

beforeEach(() => resultDrafts.write({ turns: {} }))

test('drafts of results and errors are kept by call and turn, of the last fifty turns', () => {
  writeResultDraft('t1', 0, { result: '{"a": 1}' })
  writeResultDraft('t1', 0, { failing: true })
  writeResultDraft('t1', 0, { error: '{"error": "No"}' })
  writeResultDraft('t1', 2, { result: '{}' })
  writeResultDraft('t2', 0, { result: '[' })
  expect(resultDrafts.read().turns).toEqual({
    t1: { 0: { result: '{"a": 1}', failing: true, error: '{"error": "No"}' }, 2: { result: '{}' } },
    t2: { 0: { result: '[' } },
  })
  clearResultDrafts('t1')
  expect(Object.keys(resultDrafts.read().turns)).toEqual(['t2'])
  for (let turn = 0; turn < 60; turn += 1) {
    writeResultDraft(`new${turn}`, 0, { result: '1' })
    writeResultDraft('always', 0, { result: String(turn) })
  }
  const turnIds = Object.keys(resultDrafts.read().turns)
  expect([turnIds.length, turnIds.includes('always'), turnIds.includes('new5')]).toEqual([50, true, false])
})

const result = (name: string, value: number, id?: string) => ({
  ...(id === undefined ? {} : { id }),
  name,
  response: { value },
})

const [f1, f2, g3] = [result('f', 1), result('f', 2), result('g', 3)]
const [a1, b2, x1] = [result('f', 1, 'a'), result('f', 2, 'b'), result('f', 1, 'x')]
const [callA, callB] = [
  { id: 'a', name: 'f' },
  { id: 'b', name: 'f' },
]

test.each([
  { how: 'with ids in any order', calls: [callA, callB], results: [b2, a1], ofCalls: [a1, b2] },
  {
    how: 'without ids by name, in their order',
    calls: [{ name: 'g' }, { name: 'f' }, { name: 'f' }],
    results: [f1, f2, g3],
    ofCalls: [g3, f1, f2],
  },
  {
    how: 'without those of other calls',
    calls: [{ name: 'f' }, callB],
    results: [b2, f1],
    ofCalls: [f1, b2],
  },
  { how: 'without unknown ids', calls: [callA], results: [x1], ofCalls: [null], others: [x1] },
  {
    how: 'as far as there are any',
    calls: [{ name: 'f' }, { name: 'g' }],
    results: [g3],
    ofCalls: [null, g3],
  },
])('results are matched with calls $how', ({ calls, results, ofCalls, others = [] }) => {
  expect(pairResults(calls, results)).toEqual({ ofCalls, others })
})

test('results are sent in the order of the calls, with an id if the call has one', () => {
  expect(toResultParts([{ id: 'a', name: 'f' }, { name: 'g' }], [{ one: 1 }, { two: 2 }])).toEqual([
    { functionResponse: { id: 'a', name: 'f', response: { one: 1 } } },
    { functionResponse: { name: 'g', response: { two: 2 } } },
  ])
})

test('a turn of results is a user turn that contains nothing else', () => {
  const results = [{ functionResponse: f1 }]
  expect([
    isFunctionResults({ role: 'user', parts: results }),
    isFunctionResults({ role: 'user', parts: [...results, { text: 'And then?' }] }),
    isFunctionResults({ role: 'user', parts: [] }),
    isFunctionResults({ role: 'model', parts: results }),
  ]).toEqual([true, false, false, false])
})

test('the digits of large integers in arguments, results and mocks stay', () => {
  const text = '{\n  "id": 9007199254740993\n}'
  const parsed = parseResult(text)
  expect('response' in parsed && writeResult(parsed.response)).toBe(text)
  const { response } = { response: null, ...parseMock(text) }
  const mocks = response ? [{ name: 'f', response }] : []
  const drawn = toFunctionsDraft({ on: true, declarations: [], mocks, answerWithMocks: true })
  expect(drawn.mocks).toEqual({ f: text })
  expect(
    renderToStaticMarkup(createElement(JsonTree, { label: 'Arguments', value: response ?? {} })),
  ).toContain('>9007199254740993<')
})
