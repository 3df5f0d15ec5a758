// The sentence that says when to try again.
import { expect, test } from 'vitest'
import { describeRetry } from './describe-retry'

test('the time that is left is told in whole units, never as less than it is, and its end as one', () => {
  const left = [31_400, 32_000, 1, 99_000, 101_000, 3_600_000, 72_000_000, 0, -5]
  expect(left.map((milliseconds) => describeRetry(1_000_000_000 + milliseconds, 1_000_000_000))).toEqual([
    'Try again in 32 seconds.',
    'Try again in 32 seconds.',
    'Try again in 1 second.',
    'Try again in 99 seconds.',
    'Try again in 2 minutes.',
    'Try again in 60 minutes.',
    'Try again in about 20 hours.',
    'You can try again now.',
    'You can try again now.',
  ])
})
