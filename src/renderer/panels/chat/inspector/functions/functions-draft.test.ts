// Function settings in their editor.
import { expect, test } from 'vitest'
import type { FunctionSettings } from '#shared/schemas/chat-parameters'
import { listInvalidMocks, parseMock, toFunctionSettings, toFunctionsDraft } from './functions-draft'

const settings: FunctionSettings = {
  on: false,
  declarations: [{ name: 'a', parameters: { type: 'object' }, behavior: 'BLOCKING' }],
  mode: 'ANY',
  mocks: [{ name: 'a', response: { output: 1 } }],
  answerWithMocks: true,
}

test('round-trips settings through the draft', () => {
  const draft = toFunctionsDraft(settings)
  expect(toFunctionSettings(draft, JSON.parse(draft.text), settings.on)).toEqual(settings)
})

test('turns functions on only with their first declaration', () => {
  const empty = toFunctionsDraft(undefined)
  expect(empty).toEqual({ text: '', mode: 'AUTO', mocks: {}, answerWithMocks: false })
  expect([
    toFunctionSettings(empty, [{ name: 'a' }], undefined).on,
    toFunctionSettings(empty, [], true).on,
    toFunctionSettings(empty, [{ name: 'a' }], false).on,
  ]).toEqual([true, false, false])
})

test('a mock is a JSON object or blank', () => {
  expect(['', '{"a": 1}', '[1]', 'null', '{'].map(parseMock)).toEqual([
    { response: null },
    { response: { a: 1 } },
    { error: 'must be a JSON object: {"output": …}' },
    { error: 'must be a JSON object: {"output": …}' },
    { error: 'isn’t valid JSON' },
  ])
  expect(listInvalidMocks({ ...toFunctionsDraft(settings), mocks: { a: '{}', b: '1', c: ' ' } })).toEqual([
    'b',
  ])
})
