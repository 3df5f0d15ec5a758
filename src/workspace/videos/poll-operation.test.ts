// How often an operation is asked about.
import { expect, test } from 'vitest'
import { pollDelay } from './poll-operation'

const second = 1000
const minute = 60 * second

test('every ten seconds at first, then less often', () => {
  const ages = [0, 9 * minute, 10 * minute, 59 * minute, 60 * minute, 24 * 60 * minute]
  expect(ages.map((age) => pollDelay({ age, errors: 0 }) / second)).toEqual([10, 10, 30, 30, 120, 120])
})

test('each error in a row doubles the pause, up to five minutes', () => {
  expect([1, 2, 3, 4, 6, 7, 50].map((errors) => pollDelay({ age: 0, errors }) / second)).toEqual([
    10, 20, 40, 80, 300, 300, 300,
  ])
})

test('a service is not asked before it wants to be, but once a day at least', () => {
  expect([1, 90, 1e300].map((retryAfter) => pollDelay({ age: 0, errors: 1, retryAfter }))).toEqual([
    10 * second,
    90 * second,
    24 * 60 * minute,
  ])
})
