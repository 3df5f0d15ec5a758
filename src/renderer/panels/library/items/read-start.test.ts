// The beginning of a long text.
import { expect, test } from 'vitest'
import { startLength, toStart } from './read-start'

test('a letter that takes two units is not cut in two', () => {
  const before = 'a'.repeat(startLength - 1)
  expect([toStart(`${before}😀 and on`), toStart(`${before}b and on`), toStart('short 😀')]).toEqual([
    before,
    `${before}b`,
    'short 😀',
  ])
})
