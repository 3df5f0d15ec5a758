// The results in the editors of calls.
import { beforeEach, expect, test } from 'vitest'
import {
  addMock,
  clearResultDrafts,
  isFromMock,
  isLoopAtEnd,
  listResponses,
  parseResult,
  toDrafts,
  toSkeleton,
  useResultDrafts,
  writeResultDraft,
} from './call-drafts'

const known = { typed: undefined, declarations: [], mocks: [] }
const mocks = [{ name: 'f', response: { temperature: 3 } }]

test('starts an editor with the mock, or else with the declared shape', () => {
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

test('keeps a typed result while an error is typed', () => {
  const call = [{ name: 'f' }]
  const typed = { result: '{"output": 1}', error: '{"error": "No"}' }
  const text = (failing: boolean) =>
    toDrafts(call, { ...known, typed: { 0: { ...typed, failing } } })[0]!.text
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

test('recognizes the result of a mock, in the parameters of either request', () => {
  const parameters = {
    model: 'm',
    functions: { on: true, declarations: [], mocks, answerWithMocks: false },
  }
  const result = { name: 'f', response: { temperature: 3 } }
  expect([
    isFromMock(result, [null, parameters]),
    isFromMock({ ...result, response: { temperature: 4 } }, [parameters]),
    isFromMock({ ...result, name: 'g' }, [parameters]),
    isFromMock(result, [null, undefined]),
  ]).toEqual([true, false, false, false])
})

test('a saved mock replaces only the function’s previous one', () => {
  const before = {
    on: true,
    declarations: [{ name: 'f' }],
    mocks: [...mocks, { name: 'g', response: {} }],
    answerWithMocks: true,
  }
  expect(addMock(before, { name: 'f', response: { temperature: 9 } })).toEqual({
    ...before,
    mocks: [
      { name: 'g', response: {} },
      { name: 'f', response: { temperature: 9 } },
    ],
  })
})

test('the loop ends only after ten rounds that mocks could answer', () => {
  const functions = { on: true, declarations: [], mocks, answerWithMocks: true }
  const calls = [{ name: 'f' }, { name: 'f' }]
  expect([
    isLoopAtEnd(calls, { functions }, 11),
    isLoopAtEnd(calls, { functions }, 10),
    isLoopAtEnd([...calls, { name: 'g' }], { functions }, 11),
    isLoopAtEnd(calls, { functions: { ...functions, answerWithMocks: false } }, 11),
    isLoopAtEnd(calls, { functions: { ...functions, on: false } }, 11),
    isLoopAtEnd(calls, {}, 11),
  ]).toEqual([true, false, false, false, false, false])
})

test('rejects invalid JSON with its position, an empty text, and a result that is not an object', () => {
  expect([parseResult('{\n"output": }'), parseResult(' '), parseResult('[1, 2]')]).toEqual([
    {
      problem: { from: 12, to: 13, message: 'Line 2: Expected a value' },
      isJson: false,
    },
    {
      problem: { from: 0, to: 1, message: 'Enter the result as a JSON object.' },
      isJson: false,
    },
    { problem: { from: 0, to: 6, message: expect.stringContaining('not an array') }, isJson: true },
  ])
})

const answering = (response: object) => toSkeleton({ name: 'f', response })

test('includes all properties of an object, with types in either case', () => {
  const inner = { type: 'array', items: { type: ['null', 'string'] } }
  expect(
    answering({
      type: 'OBJECT',
      properties: {
        temperature: { type: 'NUMBER' },
        unit: { enum: ['C', 'F'] },
        sunny: { type: 'BOOLEAN' },
        days: inner,
        note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        station: { properties: { id: { type: 'integer', example: 7 } } },
      },
    }),
  ).toEqual({ temperature: 0, unit: 'C', sunny: false, days: [''], note: '', station: { id: 7 } })
})

test('limits a recursive schema', () => {
  const node: Record<string, unknown> = { type: 'object' }
  node.properties = { next: node }
  expect(JSON.stringify(answering(node)).length).toBeLessThan(200)
})

const { getState, setState } = useResultDrafts

beforeEach(() => setState({ turns: {} }))

test('separates result and error of a call, calls, and turns', () => {
  writeResultDraft('t1', 0, { result: '{"a": 1}' })
  writeResultDraft('t1', 0, { failing: true })
  writeResultDraft('t1', 0, { error: '{"error": "No"}' })
  writeResultDraft('t1', 2, { result: '{}' })
  writeResultDraft('t2', 0, { result: '[' })
  expect(getState().turns).toEqual({
    t1: { 0: { result: '{"a": 1}', failing: true, error: '{"error": "No"}' }, 2: { result: '{}' } },
    t2: { 0: { result: '[' } },
  })
  clearResultDrafts('t1')
  expect(Object.keys(getState().turns)).toEqual(['t2'])
})

test('deletes the oldest drafts if there are too many turns', () => {
  for (let turn = 0; turn < 60; turn += 1) {
    writeResultDraft(`t${turn}`, 0, { result: '1' })
    writeResultDraft('always', 0, { result: String(turn) })
  }
  const turnIds = Object.keys(getState().turns)
  expect([
    turnIds.length,
    turnIds.includes('always'),
    turnIds.includes('t59'),
    turnIds.includes('t5'),
  ]).toEqual([50, true, true, false])
})
