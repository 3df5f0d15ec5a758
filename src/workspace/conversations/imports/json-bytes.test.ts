// Entries of JSON texts: nesting, escapes, other alphabets, truncation.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findEntry, listEntries, parseSlice } from './json-bytes'

const encode = (text: string) => new TextEncoder().encode(text)

function read(text: string) {
  const bytes = encode(text)
  const { kind, entries, isComplete } = listEntries(bytes)
  return { kind, isComplete, entries: entries.map((entry) => [entry.key, parseSlice(bytes, entry, [])]) }
}

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('\\', '"', ']}[{,:', '漢字', 'a \\"b\\'),
)
const anyValue = fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 3 })
const anyContainer = fc.oneof(
  fc.array(fc.oneof(anyText, anyValue)),
  fc.dictionary(anyText, fc.oneof(anyText, anyValue), { noNullPrototype: true }),
)

test('finds the same entries as the parser', () => {
  fc.assert(
    fc.property(anyContainer, fc.constantFrom(0, 2), (container, indent) => {
      const value = JSON.parse(JSON.stringify(container))
      expect(read(`\uFEFF\r\n\t${JSON.stringify(value, null, indent)} `)).toEqual({
        kind: Array.isArray(value) ? 'array' : 'object',
        isComplete: true,
        entries: Array.isArray(value) ? [...value.entries()] : Object.entries(value),
      })
    }),
  )
})

test('returns the entries before the end of a truncated text', () => {
  const text = JSON.stringify([{ a: 'first' }, { b: ['second "quoted"', 2] }, 'third'])
  const first = text.indexOf(',{') + 1
  for (let length = 1; length < text.length; length += 1) {
    const { entries, isComplete } = listEntries(encode(text.slice(0, length)))
    expect(isComplete).toBe(false)
    expect(entries.length).toBeLessThanOrEqual(length >= first ? 3 : 1)
  }
  const { entries } = listEntries(encode(text.slice(0, first + 8)))
  expect(entries.map(({ key }) => key)).toEqual([0])
})

test('isolates an entry that is not valid JSON, or nested too deeply', () => {
  const bytes = encode(`[{"a":1},{"b":tru},${'['.repeat(600)}${']'.repeat(600)},{"c":3}]`)
  const { entries, isComplete } = listEntries(bytes)
  expect([entries.length, isComplete]).toEqual([4, true])
  const parse = (index: number, path: (string | number)[]) => parseSlice(bytes, entries[index]!, path)
  expect(() => parse(1, [1, 'mapping'])).toThrow('[1].mapping: is not valid JSON')
  expect(() => parse(2, ['x'])).toThrow('x: is nested more than 500 levels deep')
  expect(parse(3, [])).toEqual({ c: 3 })
})

test('finds a member by its name, also an escaped one, and no entries in other texts', () => {
  const bytes = encode('{"x":{"id":9},"i\\u0064":"found"}')
  const entry = findEntry(bytes, 'id')
  expect(entry && parseSlice(bytes, entry, [])).toBe('found')
  expect(findEntry(bytes, 'gone')).toBeUndefined()
  for (const text of ['', 'text', '"a"', '12', 'null'])
    expect(read(text)).toEqual({ kind: 'other', isComplete: true, entries: [] })
})
