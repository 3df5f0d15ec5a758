import { expect, test } from 'vitest'
import { findNeighbor, toVariationCommand } from './variation-keys'

const press = (key: string, change = {}) =>
  toVariationCommand({ key, ctrlKey: false, metaKey: false, altKey: false, ...change })

test('letters work with Shift or Caps Lock, but not with other modifiers', () => {
  expect([press('e'), press('E'), press('?'), press('Delete'), press('x')]).toEqual([
    'edit',
    'edit',
    'keys',
    'delete',
    null,
  ])
  expect([
    press('c', { ctrlKey: true }),
    press('c', { metaKey: true }),
    press('e', { altKey: true }),
  ]).toEqual([null, null, null])
})

test('arrow keys move to the nearest picture of the next row, across steps', () => {
  const box = (left: number, top: number) => ({ left, top, width: 100, height: 100 })
  // A row of three, a row of one, and a row of two in the next step.
  const boxes = [box(0, 0), box(110, 0), box(220, 0), box(0, 110), box(0, 300), box(110, 300)]
  expect(
    ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp'].map((key) => findNeighbor(boxes, 1, key)),
  ).toEqual([2, 0, 3, -1])
  expect([findNeighbor(boxes, 3, 'ArrowUp'), findNeighbor(boxes, 5, 'ArrowUp')]).toEqual([0, 3])
  expect([findNeighbor(boxes, 0, 'ArrowLeft'), findNeighbor(boxes, 5, 'ArrowRight')]).toEqual([-1, -1])
})
