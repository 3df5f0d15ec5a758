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
    { from: 8, to: 9, message: 'Expected a property name in double quotes' },
    { from: 3, to: 4, message: 'Expected a comma' },
    { from: 1, to: 2, message: 'Not a JSON value. Put text in double quotes.' },
    { from: 5, to: 6, message: 'Expected a colon' },
    { from: 1, to: 2, message: 'Expected a closing bracket: ]' },
    { from: 3, to: 4, message: 'Unexpected content after the end of the JSON' },
    { from: 1, to: 4, message: 'Missing closing quotation mark' },
    { from: 0, to: 5, message: 'JSON doesn’t allow comments' },
  ])
})

test('excessive nesting is reported, not thrown', () => {
  expect(findJsonError('['.repeat(200_000))).toEqual({
    from: 0,
    to: 1,
    message: 'Nested too deeply to parse',
  })
})
