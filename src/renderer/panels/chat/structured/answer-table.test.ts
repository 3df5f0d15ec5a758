// Reading an answer as a table, and writing it as CSV.
import { expect, test } from 'vitest'
import { findTable, toCsv } from './AnswerTable'

test('finds rows at the top level or in the only array property, with all their columns', () => {
  const rows = [
    { city: 'Oslo', days: 3 },
    { city: 'A place of no importance whatsoever, anywhere', note: null },
  ]
  const columns = [
    { name: 'city', width: 36, numeric: false },
    { name: 'days', width: 6, numeric: true },
    { name: 'note', width: 6, numeric: false },
  ]
  expect([findTable(rows), findTable({ total: 2, cities: rows, tags: ['a'] })]).toEqual([
    { name: null, rows, columns },
    { name: 'cities', rows, columns },
  ])
})

test.each([
  ['an object', { a: 1 }],
  ['an array of texts', ['a']],
  ['an empty array', []],
  ['an array with an item that is not a row', [{ a: 1 }, null]],
  ['two arrays of objects: neither is the table', { a: [{ x: 1 }], b: [{ y: 1 }] }],
  ['nothing', null],
])('%s is not a table', (_name, value) => {
  expect(findTable(value)).toBe(null)
})

test('quotes CSV cells if necessary, and writes nested values as JSON', () => {
  const table = findTable([
    { name: 'Smith, "Bob"', note: 'two\nlines', tags: ['a', 'b'], gone: null },
    { name: 'Ann', ok: true, n: -1.5, padded: ' x' },
  ])!
  expect(toCsv(table)).toBe(
    [
      'name,note,tags,gone,ok,n,padded',
      '"Smith, ""Bob""","two\nlines","[""a"",""b""]",,,,',
      'Ann,,,,true,-1.5," x"',
      '',
    ].join('\r\n'),
  )
})
