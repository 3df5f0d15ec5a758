// Indenting JSON: whole, repeated and truncated.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indentJson } from './indent-json'

test('indents a document like JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const pretty = JSON.stringify(value, null, 2)
      // Scalars are no documents of the log.
      if (typeof value !== 'object' || value === null) return
      expect(indentJson(JSON.stringify(value))).toBe(pretty)
      expect(indentJson(pretty)).toBe(pretty)
    }),
  )
  const text = 'a "quoted" {text}, with: signs \\ and [more] \u2028'
  expect(indentJson(JSON.stringify({ text }))).toBe(JSON.stringify({ text }, null, 2))
})

test('keeps numbers as written, separates several documents, and returns other text unchanged', () => {
  const numbers = '{"big":12345678901234567890,"one":1.0}'
  expect(indentJson(numbers)).toBe('{\n  "big": 12345678901234567890,\n  "one": 1.0\n}')
  expect(indentJson('{"a":1}\n{"b":[]}')).toBe('{\n  "a": 1\n}\n\n{\n  "b": []\n}')
  for (const text of ['<12 bytes of audio/wav>', '']) expect(indentJson(text)).toBe(text)
})

test('indents a document truncated at any position', () => {
  const text = JSON.stringify({
    text: 'a "b" {c}, \\ [d]',
    empty: {},
    none: [],
    deep: [[{ a: null }], 1.5, true],
  })
  const withoutSpace = (json: string) => json.replace(/\s/g, '')
  for (let end = 1; end < text.length; end += 1) {
    const part = text.slice(0, end)
    expect(withoutSpace(indentJson(part)), part).toBe(withoutSpace(part))
  }
  expect(indentJson('{"a":{"b":"half')).toBe('{\n  "a": {\n    "b": "half')
})

test('indents a long stream and a long string completely', () => {
  const events = (count: number) => '{"candidates":[{"content":{"parts":[{"text":"word"}]}}]}\n'.repeat(count)
  const lines = (count: number) => indentJson(events(count)).split('\n').length + 1
  expect(lines(4000)).toBe(4000 * lines(1))
  expect(indentJson(`{"text":"${'x'.repeat(1_000_000)}`)).toHaveLength(1_000_013)
})
