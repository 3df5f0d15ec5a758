import { expect, test } from 'vitest'
import { gap, layOut } from './layout'

const heightOf = (count: number, { ratio, columns, width }: ReturnType<typeof layOut>) => {
  const rows = Math.ceil(count / columns)
  return (rows * (width - (columns - 1) * gap)) / columns / ratio + (rows - 1) * gap
}

test('four variations are two by two in every space', () => {
  const spaces = [
    [1300, 600],
    [560, 300],
    [200, 900],
  ] as const
  for (const [width, height] of spaces) expect(layOut(4, 1, { width, height }).columns).toBe(2)
})

test('all variations of a step fit to the view, and none is wider than it', () => {
  for (const shape of [9 / 16, 1, 16 / 9, 21 / 9]) {
    for (const count of [1, 2, 3, 4, 5, 6, 7, 8]) {
      for (const space of [
        { width: 1240, height: 600 },
        { width: 900, height: 500 },
      ]) {
        const layout = layOut(count, shape, space)
        expect(layout.width).toBeLessThanOrEqual(space.width)
        expect(heightOf(count, layout)).toBeLessThanOrEqual(space.height)
      }
    }
  }
})

test('in a low window, variations stay large enough to distinguish', () => {
  const layout = layOut(4, 1, { width: 560, height: 150 })
  expect(heightOf(4, layout)).toBe(2 * 128 + gap)
})
