// What one more picture is drawn with.
import { expect, test } from 'vitest'
import { countOn } from './variation-actions'

const wide = { model: 'gen-2.5-flash-image', aspectRatio: '16:9' }
const draw = (...seeds: readonly number[]) => seeds.map((seed) => ({ parameters: { ...wide, seed } }))

test.each([
  ['counts on from the last one', [7, 8], 9],
  ['passes over those that are taken', [7, 8, 9, 7], 10],
  ['begins with the least after the largest', [2_147_483_647], -2_147_483_648],
] as const)('its seed %s', (_, seeds, seed) => {
  expect(countOn(draw(...seeds))).toEqual({ ...wide, seed })
})

test('it is drawn as the step was, whatever is set for the next one', () => {
  expect(countOn([{ parameters: wide }])).toEqual(wide)
  const [first, ...others] = draw(4, 5)
  const square = { parameters: { ...wide, aspectRatio: '1:1', seed: 6 } }
  expect(countOn([...draw(4, 5), square], first)).toEqual({ ...wide, seed: 7 })
  expect(countOn([...others, { parameters: null }])).toBeUndefined()
})
