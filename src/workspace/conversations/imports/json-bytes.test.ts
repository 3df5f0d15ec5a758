// Entries of JSON texts: nesting, escapes, other alphabets, truncation.
import { expect, test } from 'vitest'
import { findEntry, listEntries, parseSlice } from './json-bytes'

const encode = (text: string) => new TextEncoder().encode(text)

function read(text: string) {
  const bytes = encode(text)
  const { kind, entries, isComplete } = listEntries(bytes)
  return { kind, isComplete, entries: entries.map((entry) => [entry.key, parseSlice(bytes, entry, [])]) }
}

const values: readonly unknown[] = [
  [1, -2.5e3, true, null, 'a', {}, []],
  ['a "quoted" \\ backslash\\', '\\', '"', 'Ünïcödé 漢字 👩‍👩‍👧', ']}[{,:'],
  { plain: 1, 'with "quotes"': [{ deep: ['x', { y: '}' }] }], 漢字: 'z', '': '' },
  [[['nested']], { a: { b: { c: [] } } }],
]

test.each(values)('finds the same entries as the parser in %j', (value) => {
  for (const text of [
    JSON.stringify(value),
    JSON.stringify(value, null, 2),
    `\uFEFF\r\n\t${JSON.stringify(value)} `,
  ]) {
    const expected = Array.isArray(value) ? [...value.entries()] : Object.entries(value as object)
    expect(read(text)).toEqual({
      kind: Array.isArray(value) ? 'array' : 'object',
      isComplete: true,
      entries: expected,
    })
  }
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

test('isolates an entry that is not valid JSON', () => {
  const bytes = encode('[{"a":1},{"b":tru},{"c":3}]')
  const { entries, isComplete } = listEntries(bytes)
  expect([entries.length, isComplete]).toEqual([3, true])
  const [, broken, last] = entries
  if (!broken || !last) throw new Error('There must be three entries.')
  expect(() => parseSlice(bytes, broken, [1, 'mapping'])).toThrow('[1].mapping: is not valid JSON')
  expect(parseSlice(bytes, last, [])).toEqual({ c: 3 })
})

test('finds a member by its name, also an escaped one', () => {
  const bytes = encode('{"x":{"id":9},"i\\u0064":"found"}')
  const entry = findEntry(bytes, 'id')
  expect(entry && parseSlice(bytes, entry, [])).toBe('found')
  expect(findEntry(bytes, 'gone')).toBeUndefined()
})

test('rejects a value that is nested too deeply', () => {
  const bytes = encode(`[${'['.repeat(600)}${']'.repeat(600)}]`)
  const [entry] = listEntries(bytes).entries
  expect(() => entry && parseSlice(bytes, entry, ['x'])).toThrow('x: is nested more than 500 levels deep')
})

test.each(['', 'text', '"a"', '12', 'null'])('finds no entries in %j', (text) => {
  expect(read(text)).toEqual({ kind: 'other', isComplete: true, entries: [] })
})
