// What is copied reads back as the very same vector.
import { expect, test } from 'vitest'
import { toJson, toShortest } from './to-shortest'

test('no digit too many is written, and none too few', () => {
  expect([Math.fround(0.1), Math.fround(-0.012345679), 0, 1, Math.fround(1e-10)].map(toShortest)).toEqual([
    '0.1',
    '-0.012345679',
    '0',
    '1',
    '1e-10',
  ])
})

test('a copied vector reads back bit by bit', () => {
  const vector = Float32Array.from(
    { length: 2000 },
    (_, index) => Math.sin(index * 12.9898) / (1 + (index % 97)),
  )
  expect(Float32Array.from(JSON.parse(toJson(vector)))).toEqual(vector)
})
