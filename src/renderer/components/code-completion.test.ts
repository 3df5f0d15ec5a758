// The text that a selected completion inserts.
import { expect, test } from 'vitest'
import { type CodeCompletion, writeCompletion } from './code-completion'

/** ‹ and › enclose the typed range in the input; | is the cursor in the result. */
function complete(written: string, isKey: boolean, completion: CodeCompletion): string {
  const from = written.indexOf('‹')
  const to = written.indexOf('›') - 1
  const text = written.replace(/[‹›]/g, '')
  const change = writeCompletion(text, { from, to, isKey, completion })
  const after = text.slice(0, change.from) + change.insert + text.slice(change.to)
  return `${after.slice(0, change.cursor)}|${after.slice(change.cursor)}`
}

const properties = { label: 'properties', json: '{}' }

test('a key is inserted with quotation marks and its value, and the cursor is inside the value', () => {
  expect(complete('{‹prop›}', true, properties)).toBe('{"properties": {|}}')
  expect(complete('{"‹prop›"}', true, properties)).toBe('{"properties": {|}}')
  expect(complete('{"‹prop›}', true, properties)).toBe('{"properties": {|}}')
  expect(complete('{"‹›"}', true, { label: 'minItems', json: '1' })).toBe('{"minItems": 1|}')
})

test('a key with a value keeps it', () => {
  expect(complete('{"‹prop›" : {"a": 1}}', true, properties)).toBe('{"properties"| : {"a": 1}}')
})

test('a value is quoted unless it is not a string', () => {
  expect(complete('{"type": ‹str›}', false, { label: 'string' })).toBe('{"type": "string"|}')
  expect(complete('{"type": "‹str›"}', false, { label: 'string' })).toBe('{"type": "string"|}')
  expect(complete('{"nullable": ‹tr›}', false, { label: 'true', json: 'true' })).toBe('{"nullable": true|}')
})
