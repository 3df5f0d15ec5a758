// Indenting JSON: whole, repeated and truncated.
import { expect, test } from 'vitest'
import { indentJson } from './indent-json'

const value = {
  text: 'a "quoted" {text}, with: signs \\ and [more] \u2028',
  empty: {},
  none: [],
  deep: [[{ a: null }], 1.5, true],
}

test('indents a document like JSON.stringify', () => {
  const pretty = JSON.stringify(value, null, 2)
  expect(indentJson(JSON.stringify(value))).toBe(pretty)
  expect(indentJson(pretty)).toBe(pretty)
})

test('preserves numbers as written', () => {
  expect(indentJson('{"big":12345678901234567890,"one":1.0}')).toBe(
    '{\n  "big": 12345678901234567890,\n  "one": 1.0\n}',
  )
})

test('separates several documents', () => {
  expect(indentJson('{"a":1}\n{"b":[]}')).toBe('{\n  "a": 1\n}\n\n{\n  "b": []\n}')
})

test('indents a document truncated at any position', () => {
  const text = JSON.stringify(value)
  const withoutSpace = (json: string) => json.replace(/\s/g, '')
  for (let end = 1; end < text.length; end += 1) {
    const part = text.slice(0, end)
    expect(withoutSpace(indentJson(part)), part).toBe(withoutSpace(part))
  }
  expect(indentJson('{"a":{"b":"half')).toBe('{\n  "a": {\n    "b": "half')
  expect(indentJson('{"a":"half\\')).toBe('{\n  "a": "half\\')
})

test('returns other text unchanged', () => {
  expect(indentJson('<12 bytes of audio/wav>')).toBe('<12 bytes of audio/wav>')
  expect(indentJson('')).toBe('')
})

test('indents a long stream and a long string completely', () => {
  const events = (count: number) => '{"candidates":[{"content":{"parts":[{"text":"word"}]}}]}\n'.repeat(count)
  const lines = (count: number) => indentJson(events(count)).split('\n').length + 1
  expect(lines(4000)).toBe(4000 * lines(1))
  expect(indentJson(`{"text":"${'x'.repeat(1_000_000)}`)).toHaveLength(1_000_013)
})
