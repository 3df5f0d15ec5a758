// What the closing line of `npm test` promises.
import { expect, test } from 'vitest'
import { addTallies, formatTally, tallyExitCode, tallyPlaywright, tallyVitest } from './tally.mjs'

test('all runners are summed into the one line', () => {
  const vitest = tallyVitest(
    { numPassedTests: 40, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 },
    1,
  )
  const playwright = tallyPlaywright({ stats: { expected: 7, unexpected: 2, flaky: 1, skipped: 0 } }, 1)
  expect(formatTally(addTallies(tallyExitCode(0), vitest, playwright))).toBe('49 passed, 3 failed')
})

test('a runner that fails without a failed test has failed nevertheless', () => {
  expect(tallyVitest({ numPassedTests: 3, numFailedTests: 0 }, 1)).toEqual({
    passed: 3,
    failed: 1,
    skipped: 0,
  })
  expect(tallyPlaywright(undefined, 137)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})
