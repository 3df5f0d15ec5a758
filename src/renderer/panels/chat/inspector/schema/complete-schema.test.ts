import { getLocation } from 'jsonc-parser'
import { expect, test } from 'vitest'
import { completeSchema } from './complete-schema'

/** `|` marks the cursor. */
function offer(written: string) {
  const at = written.indexOf('|')
  const text = written.replace('|', '')
  const { path, isAtPropertyKey: isKey } = getLocation(text, at)
  return completeSchema({ path, isKey, text }).map(({ label }) => label)
}

test('completes keywords of a schema, except those that are present', () => {
  expect(offer('{"type": "object", |}')).toEqual(expect.arrayContaining(['properties', 'required']))
  expect(offer('{"type": "object", |}')).not.toContain('type')
  expect(offer('{"properties": {"items": {"|"}}}')).toContain('enum')
  expect(offer('{"anyOf": [{|}]}')).toContain('type')
})

test('does not complete property names and values of the user', () => {
  expect(offer('{"properties": {|}}')).toEqual([])
  expect(offer('{"default": {|}}')).toEqual([])
})

test('completes the values of a keyword', () => {
  expect(offer('{"type": "|"}')).toContain('integer')
  expect(offer('{"properties": {"a": {"type": ["string", "|"]}}}')).toContain('null')
  expect(offer('{"properties": {"type": "|"}}')).toEqual([])
  expect(offer('{"description": "|"}')).toEqual([])
})

test('completes required names from the existing properties', () => {
  expect(offer('{"properties": {"a": {}, "b": {}, "c": {}}, "required": ["b", "|"]}')).toEqual(['a', 'c'])
})
