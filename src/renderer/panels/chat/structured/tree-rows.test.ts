// The rows of a tree, folded and unfolded, and the way to a place in it.
import { expect, test } from 'vitest'
import { describeFolded, followSteps, listAncestors, toTreeRows } from './tree-rows'

const value = { items: [{ name: 'a', tags: ['x'] }], 'first name': null, none: {} }
const draw = (turned: readonly (readonly [string, boolean])[] = []) =>
  toTreeRows(value, new Map(turned)).map(({ path, depth, state }) => `${'  '.repeat(depth)}${path} ${state}`)

test('three levels are unfolded at first', () => {
  expect(draw()).toEqual([
    '$ open',
    '  $.items open',
    '    $.items[0] open',
    '      $.items[0].name leaf',
    '      $.items[0].tags folded',
    '  $["first name"] leaf',
    '  $.none leaf',
  ])
})

test('what the user has turned stays as they left it', () => {
  expect(draw([['$.items', false]])).toEqual([
    '$ open',
    '  $.items folded',
    '  $["first name"] leaf',
    '  $.none leaf',
  ])
  expect(draw([['$.items[0].tags', true]])).toContain('        $.items[0].tags[0] leaf')
})

test('a place that is not there is looked for at the nearest thing around it', () => {
  expect([
    followSteps(value, ['items', 0, 'price']),
    followSteps(value, ['items', 7, 'name']),
    followSteps(value, ['items', 0, 'tags', 0]),
    followSteps(3, ['a']),
  ]).toEqual([['items', 0], ['items'], ['items', 0, 'tags', 0], []])
  expect(listAncestors(['items', 0, 'tags'])).toEqual(['$', '$.items', '$.items[0]'])
})

test('something folded says how much it holds', () => {
  expect([[], [1], [1, 2], {}, { a: 1 }, { a: 1, b: 2 }].map(describeFolded)).toEqual([
    '[]',
    '[ 1 item ]',
    '[ 2 items ]',
    '{}',
    '{ 1 property }',
    '{ 2 properties }',
  ])
})
