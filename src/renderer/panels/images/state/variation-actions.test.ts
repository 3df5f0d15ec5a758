import { expect, test } from 'vitest'
import { withNextSeed } from './variation-actions'

const wide = { model: 'gen-2.5-flash-image', aspectRatio: '16:9' }
const draw = (...seeds: readonly number[]) => seeds.map((seed) => ({ parameters: { ...wide, seed } }))

test.each([
  ['follows the last one', [7, 8], 9],
  ['skips those that are in use', [7, 8, 9, 7], 10],
  ['continues with the minimum after the maximum', [2_147_483_647], -2_147_483_648],
] as const)('the next seed %s', (_, seeds, seed) => {
  expect(withNextSeed(draw(...seeds))).toEqual({ ...wide, seed })
})

test('uses the parameters of the step, not those of the next one', () => {
  expect(withNextSeed([{ parameters: wide }])).toEqual(wide)
  const [first, ...others] = draw(4, 5)
  const square = { parameters: { ...wide, aspectRatio: '1:1', seed: 6 } }
  expect(withNextSeed([...draw(4, 5), square], first)).toEqual({ ...wide, seed: 7 })
  expect(withNextSeed([...others, { parameters: null }])).toBeUndefined()
})
