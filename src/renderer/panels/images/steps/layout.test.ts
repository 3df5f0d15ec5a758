import { expect, test } from 'vitest'
import { layOut } from './layout'

const within = (width: number, maxHeight = 1000) => ({ width, maxHeight })

test('a single picture is the largest, and fills a smaller space', () => {
  expect(layOut(1, 1, within(1000))).toEqual({ ratio: 1, columns: 1, width: 440 })
  expect(layOut(1, 1, within(300))).toEqual({ ratio: 1, columns: 1, width: 300 })
})

test('narrows a variation in a low window instead of clipping it', () => {
  expect(layOut(1, 3 / 4, within(1000, 300))).toEqual({ ratio: 0.75, columns: 1, width: 225 })
})

test('fills rows completely or almost, in any space', () => {
  const columns = (count: number) =>
    [1300, 700, 500, 200].map((width) => layOut(count, 1, within(width)).columns)
  expect([2, 3, 4, 5, 6, 8].map(columns)).toEqual([
    [2, 2, 2, 1],
    [3, 3, 2, 1],
    [4, 2, 2, 1],
    [3, 3, 3, 1],
    [3, 3, 3, 1],
    [4, 4, 2, 1],
  ])
})

test('gives variations about the same area, except those with extreme ratios', () => {
  const wide = layOut(1, 16 / 9, within(2000))
  expect(Math.round((wide.width * wide.width) / wide.ratio / 1000)).toBe(Math.round((440 * 440) / 1000))
  expect([layOut(1, 8, within(2000)).ratio, layOut(1, 1 / 8, within(2000)).ratio]).toEqual([2.4, 0.5])
})
