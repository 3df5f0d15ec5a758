// A structured answer as a table, and as CSV.
import { expect, test } from 'vitest'
import { findTable, toCsv } from './AnswerTable'

test('finds rows at the top level or in the only array property, with all their columns', () => {
  const long = 'A place of no importance whatsoever, anywhere'
  const rows = [
    { city: 'Oslo', days: 3 },
    { city: long, note: null },
  ]
  const columns = [
    { name: 'city', width: 36, numeric: false },
    { name: 'days', width: 6, numeric: true },
    { name: 'note', width: 6, numeric: false },
  ]
  expect(findTable(rows)).toEqual({ name: null, rows, columns })
  expect(findTable({ total: 2, cities: rows, tags: ['a'] })).toEqual({ name: 'cities', rows, columns })
})

test.each([
  ['an object', { a: 1 }],
  ['an array of texts', ['a']],
  ['an empty array', []],
  ['an array with an item that is not a row', [{ a: 1 }, null]],
  ['an object with two arrays of objects', { a: [{ x: 1 }], b: [{ y: 1 }] }],
])('%s is not a table', (_name, value) => {
  expect(findTable(value)).toBe(null)
})

test('CSV cells are quoted if necessary, and nested values are JSON', () => {
  const table = findTable([
    { name: 'Smith, "Bob"', note: 'two\nlines', tags: ['a', 'b'], gone: null },
    { name: 'Ann', ok: true, n: -1.5, padded: ' x' },
  ])
  expect(table && toCsv(table)).toBe(
    [
      'name,note,tags,gone,ok,n,padded',
      '"Smith, ""Bob""","two\nlines","[""a"",""b""]",,,,',
      'Ann,,,,true,-1.5," x"',
      '',
    ].join('\r\n'),
  )
})
