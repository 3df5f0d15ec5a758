// What is written where help is taken.
import { expect, test } from 'vitest'
import { type CodeCompletion, writeCompletion } from './code-completion'

/** The letters typed stand between ‹ and › in what is given; the cursor at | in what comes of it. */
function take(written: string, isKey: boolean, completion: CodeCompletion): string {
  const from = written.indexOf('‹')
  const to = written.indexOf('›') - 1
  const text = written.replace(/[‹›]/g, '')
  const change = writeCompletion(text, { from, to, isKey, completion })
  const after = text.slice(0, change.from) + change.insert + text.slice(change.to)
  return `${after.slice(0, change.cursor)}|${after.slice(change.cursor)}`
}

const properties = { label: 'properties', json: '{}' }

test('a key brings its quotation marks and its value, and the cursor stands within that', () => {
  expect(take('{‹prop›}', true, properties)).toBe('{"properties": {|}}')
  expect(take('{"‹prop›"}', true, properties)).toBe('{"properties": {|}}')
  expect(take('{"‹prop›}', true, properties)).toBe('{"properties": {|}}')
  expect(take('{"‹›"}', true, { label: 'minItems', json: '1' })).toBe('{"minItems": 1|}')
})

test('a key that has a value keeps it', () => {
  expect(take('{"‹prop›" : {"a": 1}}', true, properties)).toBe('{"properties"| : {"a": 1}}')
})

test('a value is quoted, unless it is no text', () => {
  expect(take('{"type": ‹str›}', false, { label: 'string' })).toBe('{"type": "string"|}')
  expect(take('{"type": "‹str›"}', false, { label: 'string' })).toBe('{"type": "string"|}')
  expect(take('{"nullable": ‹tr›}', false, { label: 'true', json: 'true' })).toBe('{"nullable": true|}')
})
