// Events within a sliding period.
import { expect, test } from 'vitest'
import { createEventLimit } from './event-limit'

test('only so many events are allowed within any period, and refused ones do not count', () => {
  let now = 0
  const mayHappen = createEventLimit(2, 100, () => now)
  const at = (time: number) => {
    now = time
    return mayHappen()
  }
  expect([at(0), at(60), at(61), at(99)]).toEqual([true, true, false, false])
  expect([at(100), at(101), at(160)]).toEqual([true, false, true])
})
