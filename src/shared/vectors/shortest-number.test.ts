// What is copied or exported reads back as the very same vector, and says no digit too many.
import { expect, test } from 'vitest'
import { listShortest, toShortest } from './shortest-number'

test('no digit too many is told, and none too few', () => {
  const values = [0.1, -0.012345679, 0, 1, 1e-10, 16_777_217, 1 / 3, 3.4028235e38, 1e-45].map(Math.fround)
  expect(values.map(toShortest).map(String)).toEqual([
    '0.1',
    '-0.012345679',
    '0',
    '1',
    '1e-10',
    '16777216',
    '0.33333334',
    '3.4028235e+38',
    // The least of them all stands for whatever is nearest to it.
    '1.4013e-45',
  ])
})

test('a vector reads back bit by bit', () => {
  const vector = Float32Array.from(
    { length: 2000 },
    (_, index) => Math.sin(index * 12.9898) / (1 + (index % 97)),
  )
  expect(Float32Array.from(JSON.parse(JSON.stringify(listShortest(vector))))).toEqual(vector)
})
