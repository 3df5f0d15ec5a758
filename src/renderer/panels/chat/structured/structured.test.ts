// A structured answer as a table, as CSV, and as a tree with its keys.
import { expect, test } from 'vitest'
import { findTable, toCsv } from './AnswerTable'
import { followSteps, listAncestors, toTreeKeyMove, toTreeRows } from './AnswerTree'

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

const value = { items: [{ name: 'a', tags: ['x'] }], 'first name': null, none: {} }

test('the tree opens three levels at first, and keeps what the user has expanded or collapsed', () => {
  const list = (turned: readonly (readonly [string, boolean])[] = []) =>
    toTreeRows(value, new Map(turned)).map(({ path, state }) => `${path} ${state}`)
  const rest = ['$["first name"] leaf', '$.none leaf']
  expect(list()).toEqual([
    ...['$ open', '$.items open', '$.items[0] open', '$.items[0].name leaf', '$.items[0].tags collapsed'],
    ...rest,
  ])
  expect(list([['$.items', false]])).toEqual(['$ open', '$.items collapsed', ...rest])
  expect(list([['$.items[0].tags', true]])).toContain('$.items[0].tags[0] leaf')
})

test('a missing property is shown at its nearest ancestor', () => {
  expect(followSteps(value, ['items', 0, 'price'])).toEqual(['items', 0])
  expect(followSteps(value, ['items', 7, 'name'])).toEqual(['items'])
  expect(followSteps(value, ['items', 0, 'tags', 0])).toEqual(['items', 0, 'tags', 0])
  expect(followSteps(3, ['a'])).toEqual([])
  expect(listAncestors(['items', 0, 'tags'])).toEqual(['$', '$.items', '$.items[0]'])
})

test('arrow keys move through the tree, Right and Left also open and close, and so do Enter and Space', () => {
  /** `$`, `$.a`, `$.a.b` (collapsed), `$.c` */
  const rows = toTreeRows({ a: { b: { d: 1 } }, c: 1 }, new Map([['$.a.b', false]]))
  const press = (key: string, ...active: number[]) => active.map((each) => toTreeKeyMove(key, rows, each))
  expect(press('ArrowDown', 0, 3)).toEqual([{ to: 1 }, { to: 3 }])
  expect([press('ArrowUp', 0), press('Home', 2), press('End', 1)]).toEqual([
    [{ to: 0 }],
    [{ to: 0 }],
    [{ to: 3 }],
  ])
  expect(press('ArrowRight', 2, 1, 3)).toEqual([{ to: 2, open: true }, { to: 2 }, null])
  expect(press('ArrowLeft', 1, 2, 3)).toEqual([{ to: 1, open: false }, { to: 1 }, { to: 0 }])
  expect([press('Enter', 2, 3), press(' ', 1), press('a', 1)]).toEqual([
    [{ to: 2, open: true }, null],
    [{ to: 1, open: false }],
    [null],
  ])
})
