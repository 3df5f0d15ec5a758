// What the editors of results hold, and what becomes of it.
import { expect, test } from 'vitest'
import { addMock, isFromMock, isLoopAtEnd, readResponses, toDrafts } from './call-drafts'

const known = { typed: undefined, declarations: [], mocks: [] }
const mocks = [{ name: 'f', response: { temperature: 3 } }]

test('an editor begins with the mock, else with the shape that was declared', () => {
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

test('a typed result stays while an error is written, and comes back', () => {
  const call = [{ name: 'f' }]
  const typed = { result: '{"output": 1}', error: '{"error": "No"}' }
  const text = (failing: boolean) =>
    toDrafts(call, { ...known, typed: { 0: { ...typed, failing } } })[0]!.text
  expect([text(true), text(false)]).toEqual(['{"error": "No"}', '{"output": 1}'])
})

test('an editor that was emptied stays empty, and nothing is sent before all can be read', () => {
  const calls = [{ name: 'f' }, { name: 'g' }]
  const drafts = (result: string) => toDrafts(calls, { ...known, typed: { 0: { result } }, mocks })
  expect(drafts('').map(({ text }) => text)).toEqual(['', '{\n  "output": null\n}'])
  expect([readResponses(drafts('')), readResponses(drafts('{"a": 1}'))]).toEqual([
    undefined,
    [{ a: 1 }, { output: null }],
  ])
})

test('editors of the same function have names of their own', () => {
  const drafts = toDrafts([{ name: 'f' }, { name: 'g' }, { name: 'f' }], known)
  expect(drafts.map(({ label }) => label)).toEqual(['Result 1 of f', 'Result of g', 'Result 2 of f'])
})

test('a result is a mock’s where it says the same, before or after it was asked for', () => {
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

test('a saved mock takes the place of the function’s old one and leaves the others', () => {
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

test('the end of the loop is told only where mocks would have answered, and have done so ten times', () => {
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
