// The numbers of variations.
import { expect, test } from 'vitest'
import { createVariationNumbers } from './variations'

test('numbers increase while a variation is in progress, and restart when none is', () => {
  const numbers = createVariationNumbers()
  const first = numbers.claim('a fox')
  const second = numbers.claim('a fox')
  second.release()
  const third = numbers.claim('a fox')
  expect([first.index, second.index, third.index, numbers.claim('a hare').index]).toEqual([0, 1, 2, 0])
  first.release()
  third.release()
  expect(numbers.claim('a fox').index).toBe(0)
})
