// The JSON editor: errors in its text, and what a selected completion inserts.
import { expect, test } from 'vitest'
import { type CodeCompletion, writeCompletion } from './code-completion'
import { findJsonError } from './json-error'

test('an error of JSON has its range and message, and valid or deeply nested JSON none or one', () => {
  expect(['{}', ' [1, "a", null] ', '"x"'].map(findJsonError)).toEqual([null, null, null])
  const find = (text: string) => {
    const error = findJsonError(text)
    return error && [error.from, error.to, error.message]
  }
  expect(
    ['{"a": 1,}', '[1 2]', '{a: 1}', '{"a" 1}', '[1', '{} {}', '["a]', '// no\n{}', '['.repeat(200_000)].map(
      find,
    ),
  ).toEqual([
    [8, 9, 'Expected a property name in double quotes'],
    [3, 4, 'Expected a comma'],
    [1, 2, 'Not a JSON value. Put text in double quotes.'],
    [5, 6, 'Expected a colon'],
    [1, 2, 'Expected a closing bracket: ]'],
    [3, 4, 'Unexpected content after the end of the JSON'],
    [1, 4, 'Missing closing quotation mark'],
    [0, 5, 'JSON doesn’t allow comments'],
    [0, 1, 'Nested too deeply to parse'],
  ])
})

/** ‹ and › enclose the typed range in the input; | is the cursor in the result. */
function complete(written: string, isKey: boolean, completion: CodeCompletion): string {
  const from = written.indexOf('‹')
  const to = written.indexOf('›') - 1
  const text = written.replace(/[‹›]/g, '')
  const change = writeCompletion(text, { from, to, isKey, completion })
  const after = text.slice(0, change.from) + change.insert + text.slice(change.to)
  return `${after.slice(0, change.cursor)}|${after.slice(change.cursor)}`
}

test('a completed key has quotation marks and a value, if it has none, and the cursor is inside the value', () => {
  const properties = { label: 'properties', json: '{}' }
  for (const text of ['{‹prop›}', '{"‹prop›"}', '{"‹prop›}'])
    expect(complete(text, true, properties)).toBe('{"properties": {|}}')
  expect(complete('{"‹›"}', true, { label: 'minItems', json: '1' })).toBe('{"minItems": 1|}')
  expect(complete('{"‹prop›" : {"a": 1}}', true, properties)).toBe('{"properties"| : {"a": 1}}')
})

test('a completed value is quoted unless it is not a string', () => {
  for (const text of ['{"type": ‹str›}', '{"type": "‹str›"}'])
    expect(complete(text, false, { label: 'string' })).toBe('{"type": "string"|}')
  expect(complete('{"nullable": ‹tr›}', false, { label: 'true', json: 'true' })).toBe('{"nullable": true|}')
})
