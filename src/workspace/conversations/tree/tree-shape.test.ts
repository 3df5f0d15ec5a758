// Branches, alternates and their changes, over trees of ids.
import { expect, test } from 'vitest'
import { isBelow, newestThrough, readBranchOf } from './tree-shape'

/** a → b → c → d, with b2 → c3 beside b and c2 beside c. */
const shape = new Map([
  ['a', null],
  ['b', 'a'],
  ['c', 'b'],
  ['d', 'c'],
  ['b2', 'a'],
  ['c2', 'b'],
  ['c3', 'b2'],
])

test('a branch goes from the root to its head, with alternates oldest first', () => {
  expect(readBranchOf(shape, 'd')).toEqual({
    ids: ['a', 'b', 'c', 'd'],
    alternates: { b: ['b', 'b2'], c: ['c', 'c2'] },
  })
  expect(readBranchOf(shape, 'c3')).toEqual({ ids: ['a', 'b2', 'c3'], alternates: { b2: ['b', 'b2'] } })
  expect(readBranchOf(shape, null)).toEqual({ ids: [], alternates: {} })
})

test('several first prompts are alternates too', () => {
  const roots = new Map([
    ['a', null],
    ['b', null],
  ])
  expect(readBranchOf(roots, 'b')).toEqual({ ids: ['b'], alternates: { b: ['a', 'b'] } })
})

test('the newest turn through another one is the newest leaf of its subtree', () => {
  expect(['a', 'b', 'c', 'd', 'b2'].map((id) => newestThrough(shape, id))).toEqual([
    'c3',
    'c2',
    'd',
    'd',
    'c3',
  ])
})

test('a turn is below itself and its ancestors, and below no other', () => {
  expect([...shape.keys()].filter((id) => isBelow(shape, id, 'b'))).toEqual(['b', 'c', 'd', 'c2'])
})
