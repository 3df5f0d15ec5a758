// Keys among the pictures of a drawing.
import { expect, test } from 'vitest'
import { findNeighbour, readVariationKey } from './variation-keys'

const press = (key: string, change = {}) =>
  readVariationKey({ key, ctrlKey: false, metaKey: false, altKey: false, ...change })

test('letters mean the same with Shift or Caps Lock, and nothing with the window’s own modifiers', () => {
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

test('arrows go to the nearest picture of the next row, across steps', () => {
  const place = (left: number, top: number) => ({ left, top, width: 100, height: 100 })
  // A row of three, a row of one, and a row of two in the next step.
  const places = [place(0, 0), place(110, 0), place(220, 0), place(0, 110), place(0, 300), place(110, 300)]
  expect(
    ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp'].map((key) => findNeighbour(places, 1, key)),
  ).toEqual([2, 0, 3, -1])
  expect([findNeighbour(places, 3, 'ArrowUp'), findNeighbour(places, 5, 'ArrowUp')]).toEqual([0, 3])
  expect([findNeighbour(places, 0, 'ArrowLeft'), findNeighbour(places, 5, 'ArrowRight')]).toEqual([-1, -1])
})
