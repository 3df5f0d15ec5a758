// JSON laid out over lines, whole, several times and cut.
import { expect, test } from 'vitest'
import { indentJson } from './indent-json'

const value = {
  text: 'a "quoted" {text}, with: signs \\ and [more] \u2028',
  empty: {},
  none: [],
  deep: [[{ a: null }], 1.5, true],
}

test('a document is laid out as everyone does', () => {
  const pretty = JSON.stringify(value, null, 2)
  expect(indentJson(JSON.stringify(value))).toBe(pretty)
  expect(indentJson(pretty)).toBe(pretty)
})

test('numbers stay as they were written', () => {
  expect(indentJson('{"big":12345678901234567890,"one":1.0}')).toBe(
    '{\n  "big": 12345678901234567890,\n  "one": 1.0\n}',
  )
})

test('events stand one after the other, apart', () => {
  expect(indentJson('{"a":1}\n{"b":[]}')).toBe('{\n  "a": 1\n}\n\n{\n  "b": []\n}')
})

test('a body that was cut is laid out as far as it goes, wherever it was cut', () => {
  const text = JSON.stringify(value)
  const withoutSpace = (json: string) => json.replace(/\s/g, '')
  for (let end = 1; end < text.length; end += 1) {
    const part = text.slice(0, end)
    expect(withoutSpace(indentJson(part)), part).toBe(withoutSpace(part))
  }
  expect(indentJson('{"a":{"b":"half')).toBe('{\n  "a": {\n    "b": "half')
  expect(indentJson('{"a":"half\\')).toBe('{\n  "a": "half\\')
})

test('what is no JSON comes back as it is', () => {
  expect(indentJson('<12 bytes of audio/wav>')).toBe('<12 bytes of audio/wav>')
  expect(indentJson('')).toBe('')
})

test('a long stream and a long text are laid out whole', () => {
  const events = (count: number) => '{"candidates":[{"content":{"parts":[{"text":"word"}]}}]}\n'.repeat(count)
  const lines = (count: number) => indentJson(events(count)).split('\n').length + 1
  expect(lines(4000)).toBe(4000 * lines(1))
  expect(indentJson(`{"text":"${'x'.repeat(1_000_000)}`)).toHaveLength(1_000_013)
})
