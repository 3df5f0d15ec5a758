// Syntax errors of JSON texts.
import { expect, test } from 'vitest'
import { findJsonError } from './json-error'

test('valid JSON has no error', () => {
  expect(['{}', ' [1, "a", null] ', '"x"'].map(findJsonError)).toEqual([null, null, null])
})

test('an error has its range and message', () => {
  expect(
    ['{"a": 1,}', '[1 2]', '{a: 1}', '{"a" 1}', '[1', '{} {}', '["a]', '// no\n{}'].map(findJsonError),
  ).toEqual([
    { from: 8, to: 9, message: 'A name in quotation marks is expected here.' },
    { from: 3, to: 4, message: 'A comma is missing here.' },
    { from: 1, to: 2, message: 'This is no JSON value: text stands in quotation marks.' },
    { from: 5, to: 6, message: 'A colon is missing here.' },
    { from: 1, to: 2, message: 'A closing ] is missing here.' },
    { from: 3, to: 4, message: 'Nothing may follow here.' },
    { from: 1, to: 4, message: 'The closing quotation mark is missing.' },
    { from: 0, to: 5, message: 'JSON knows no comments.' },
  ])
})

test('excessive nesting is reported, not thrown', () => {
  expect(findJsonError('['.repeat(200_000))).toEqual({
    from: 0,
    to: 1,
    message: 'This is nested too deeply to be read.',
  })
})
