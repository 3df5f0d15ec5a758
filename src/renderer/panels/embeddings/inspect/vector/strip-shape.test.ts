// The layout of a vector's values in lines that start at round numbers, and keyboard movement.
import { expect, test } from 'vitest'
import { indexAt, moveIndex, shapeStrip } from './strip-shape'

test('cells are as wide as possible, in lines that start at round numbers', () => {
  expect(shapeStrip(3072, 820)).toEqual({ columns: 128, lines: 24, cell: 6 })
  expect(shapeStrip(3072, 1500)).toEqual({ columns: 192, lines: 16, cell: 7 })
  expect(shapeStrip(768, 300)).toEqual({ columns: 32, lines: 24, cell: 9 })
  expect(shapeStrip(256, 632)).toEqual({ columns: 32, lines: 8, cell: 14 })
})

test('a vector of few values has one line of cells that are not enlarged too much', () => {
  expect(shapeStrip(3, 800)).toEqual({ columns: 3, lines: 1, cell: 14 })
})

test('a point outside the cells has no value', () => {
  const shape = { columns: 64, lines: 2, cell: 5 }
  expect(indexAt(shape, 100, { x: 319, y: 4 })).toBe(63)
  expect(indexAt(shape, 100, { x: 321, y: 4 })).toBeNull()
  expect(indexAt(shape, 100, { x: 175, y: 9 })).toBe(99)
  expect(indexAt(shape, 100, { x: 181, y: 9 })).toBeNull()
})

test('keys move across lines, and stop at the ends in the same column', () => {
  const strip = { columns: 10, length: 95 }
  const move = (index: number, key: string) => moveIndex(index, key, strip)
  expect([move(0, 'ArrowLeft'), move(94, 'ArrowRight'), move(9, 'ArrowRight')]).toEqual([0, 94, 10])
  expect([move(4, 'ArrowUp'), move(14, 'ArrowUp'), move(84, 'ArrowDown'), move(88, 'ArrowDown')]).toEqual([
    4, 4, 94, 88,
  ])
  expect([move(13, 'PageDown'), move(94, 'PageUp'), move(77, 'PageDown')]).toEqual([93, 14, 87])
  expect([move(50, 'Home'), move(50, 'End'), move(50, 'a')]).toEqual([0, 94, null])
})
