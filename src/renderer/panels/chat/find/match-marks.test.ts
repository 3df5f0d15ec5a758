// The matches that are marked if a text has too many.
import { expect, test } from 'vitest'
import { selectMarks } from './match-marks'

const every = (step: number, count: number) => Array.from({ length: count }, (_, index) => index * step)

test('a text with too many keeps those around the middle of the view; a text with few keeps all', () => {
  const long = every(10, 100_000)
  expect(
    selectMarks(
      [
        { offsets: long, center: 500_000 },
        { offsets: [1, 2], center: 1 },
      ],
      100,
    ),
  ).toEqual([
    { from: 49_951, to: 50_049 },
    { from: 0, to: 2 },
  ])
})

test('at the start and the end of a long text, as many are marked as in its middle', () => {
  const offsets = every(10, 1_000)
  expect(selectMarks([{ offsets, center: -400 }], 100)).toEqual([{ from: 0, to: 100 }])
  expect(selectMarks([{ offsets, center: 99_999 }], 100)).toEqual([{ from: 900, to: 1_000 }])
})
