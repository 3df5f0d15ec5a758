// The rows of a tree, and its keys.
import { expect, test } from 'vitest'
import { followSteps, listAncestors, toTreeKeyMove, toTreeRows } from './AnswerTree'

const value = { items: [{ name: 'a', tags: ['x'] }], 'first name': null, none: {} }
const draw = (turned: readonly (readonly [string, boolean])[] = []) =>
  toTreeRows(value, new Map(turned)).map(({ path, depth, state }) => `${'  '.repeat(depth)}${path} ${state}`)

test('retains rows that the user has expanded or collapsed', () => {
  expect(draw([['$.items', false]])).toEqual([
    '$ open',
    '  $.items collapsed',
    '  $["first name"] leaf',
    '  $.none leaf',
  ])
  expect(draw([['$.items[0].tags', true]])).toContain('        $.items[0].tags[0] leaf')
})

test('shows a missing property at its nearest ancestor', () => {
  expect([
    followSteps(value, ['items', 0, 'price']),
    followSteps(value, ['items', 7, 'name']),
    followSteps(value, ['items', 0, 'tags', 0]),
    followSteps(3, ['a']),
  ]).toEqual([['items', 0], ['items'], ['items', 0, 'tags', 0], []])
  expect(listAncestors(['items', 0, 'tags'])).toEqual(['$', '$.items', '$.items[0]'])
})

/** `$`, `$.a`, `$.a.b` (collapsed), `$.c` */
const rows = toTreeRows({ a: { b: { d: 1 } }, c: 1 }, new Map([['$.a.b', false]]))
const press = (key: string, active: number) => toTreeKeyMove(key, rows, active)

test('arrow keys move through the rows and stop at both ends', () => {
  expect([
    press('ArrowDown', 0),
    press('ArrowDown', 3),
    press('ArrowUp', 0),
    press('Home', 2),
    press('End', 1),
  ]).toEqual([{ to: 1 }, { to: 3 }, { to: 0 }, { to: 0 }, { to: 3 }])
})

test('Right expands a row, then moves to its child; Left collapses it, then moves to its parent', () => {
  expect([press('ArrowRight', 2), press('ArrowRight', 1), press('ArrowRight', 3)]).toEqual([
    { to: 2, open: true },
    { to: 2 },
    null,
  ])
  expect([
    press('ArrowLeft', 1),
    press('ArrowLeft', 2),
    press('ArrowLeft', 3),
    press('ArrowLeft', 0),
  ]).toEqual([{ to: 1, open: false }, { to: 1 }, { to: 0 }, { to: 0, open: false }])
})

test('Enter and Space toggle branches; other keys have no effect', () => {
  expect([press('Enter', 2), press(' ', 1), press('Enter', 3), press('a', 1)]).toEqual([
    { to: 2, open: true },
    { to: 1, open: false },
    null,
    null,
  ])
})
