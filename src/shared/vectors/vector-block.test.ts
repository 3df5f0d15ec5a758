// Checks that copied and exported numbers are exact and as short as possible.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listShortest, toShortest } from './vector-block'

test('uses as few digits as possible, and enough of them', () => {
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
    // The smallest positive number.
    '1.4013e-45',
  ])
})

test('any vector is read back bit by bit', () => {
  fc.assert(
    fc.property(fc.float32Array({ noNaN: true, noDefaultInfinity: true, minLength: 1 }), (vector) => {
      const read = Float32Array.from(JSON.parse(JSON.stringify(listShortest(vector))))
      expect(read.every((value, at) => value === vector[at])).toBe(true)
    }),
  )
})
