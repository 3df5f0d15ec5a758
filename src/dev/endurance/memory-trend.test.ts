// Checks that `npm run endurance` finds growing memory, and tolerates noise.
import { expect, test } from 'vitest'
import { findGrowth, measureTrend, withoutWarmUp } from './memory-trend.mjs'

const toSamples = (values: number[]) => values.map((bytes, seconds) => ({ seconds, bytes }))
const noise = [3, -5, 4, 0, -2, 5, -4, 1, 2, -3]

test('a slow leak is growth, although each sample differs more than the leak between two', () => {
  const samples = toSamples(Array.from({ length: 40 }, (_, at) => 100 + at + (noise[at % noise.length] ?? 0)))
  expect(findGrowth('heap', samples)).toHaveLength(1)
})

test('the warm-up, noise and a single peak are no growth', () => {
  const values = Array.from(
    { length: 40 },
    (_, at) => (at < 12 ? 60 + 3 * at : 100) + (noise[at % noise.length] ?? 0),
  )
  values[35] = 400
  const samples = withoutWarmUp(toSamples(values))
  expect(findGrowth('heap', samples)).toEqual([])
  expect(measureTrend(samples).typical).toBeCloseTo(100, -1)
})
