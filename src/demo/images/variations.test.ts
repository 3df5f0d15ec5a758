// The numbers of variations.
import { expect, test } from 'vitest'
import { createVariationNumbers } from './variations'

test('numbers count up while a variation runs, and restart when none does', () => {
  const takes = createVariationNumbers()
  const first = takes.claim('a fox')
  const second = takes.claim('a fox')
  second.release()
  const third = takes.claim('a fox')
  expect([first.index, second.index, third.index, takes.claim('a hare').index]).toEqual([0, 1, 2, 0])
  first.release()
  third.release()
  expect(takes.claim('a fox').index).toBe(0)
})
