// Checks the closing lines of `npm test`.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './paths.mjs'
import {
  addTotals,
  emptyTotals,
  formatTotals,
  totalsOfExitCode,
  totalsOfPlaywright,
  totalsOfVitest,
} from './test-totals.mjs'

test('sums the totals of all runners in the last line', () => {
  const vitest = totalsOfVitest(
    { numPassedTests: 40, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 },
    1,
  )
  const playwright = totalsOfPlaywright({ stats: { expected: 7, unexpected: 2, flaky: 1, skipped: 0 } }, 1)
  expect(formatTotals(addTotals(totalsOfExitCode(0), vitest, playwright))).toBe('49 passed, 3 failed')
})

test('names tests that passed only when retried before the last line', () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] })
  const inner = { title: 'with a microphone', specs: [spec('records', 'flaky')] }
  const file = { title: 'shell.spec.ts', specs: [spec('opens', 'expected')], suites: [inner] }
  const totals = totalsOfPlaywright({ stats: { expected: 1, flaky: 1 }, suites: [file] }, 0)
  const retried = {
    status: 'passed',
    fullName: 'stores a file',
    failureMessages: ['Error: busy\n  at store'],
  }
  const steady = { status: 'passed', fullName: 'reads a file', failureMessages: [] }
  const unit = { name: join(root, 'src/a.test.ts'), assertionResults: [retried, steady] }
  const vitest = totalsOfVitest({ numPassedTests: 2, testResults: [unit] }, 0)
  expect(formatTotals(addTotals(emptyTotals, vitest, totals)).split('\n')).toEqual([
    'Flaky, passed when retried: src/a.test.ts › stores a file (Error: busy)',
    'Flaky, passed when retried: shell.spec.ts › with a microphone › records',
    '4 passed, 0 failed',
  ])
})

test('finds the ten slowest tests of all runners', () => {
  const assertionResults = Array.from({ length: 12 }, (_, at) => ({
    fullName: `unit ${at}`,
    duration: at * 1000,
  }))
  const vitest = totalsOfVitest({ testResults: [{ name: join(root, 'src/a.test.ts'), assertionResults }] }, 0)
  const tests = [{ status: 'expected', results: [{ duration: 1 }, { duration: 10_500 }] }]
  const playwright = totalsOfPlaywright(
    { suites: [{ title: 'a.spec.ts', specs: [{ title: 'opens', tests }] }] },
    0,
  )
  const { slowest } = addTotals(vitest, playwright)
  expect(slowest).toHaveLength(10)
  expect(slowest.slice(0, 2)).toEqual([
    { name: 'src/a.test.ts › unit 11', seconds: 11 },
    { name: 'a.spec.ts › opens', seconds: 10.5 },
  ])
})

test('names what failed with the first line of its error before the last line', () => {
  const assertion = {
    status: 'failed',
    fullName: 'stores a file',
    failureMessages: ['Error: disk full\n  at store'],
  }
  const slow = {
    status: 'failed',
    fullName: 'reads a file',
    failureMessages: ['Error: STACK_TRACE_ERROR\n  at read'],
  }
  const vitest = totalsOfVitest(
    {
      numPassedTests: 1,
      numFailedTests: 2,
      testResults: [
        { name: join(root, 'src/a.test.ts'), status: 'failed', assertionResults: [assertion, slow] },
        {
          name: join(root, 'src/b.test.ts'),
          status: 'failed',
          message: 'no such module',
          assertionResults: [],
        },
      ],
    },
    1,
  )
  const result = { error: { message: '\u001b[31mTest timeout\u001b[39m of 60000ms' } }
  const spec = { title: 'opens', tests: [{ status: 'unexpected', results: [result] }] }
  const playwright = totalsOfPlaywright(
    { stats: { unexpected: 1 }, suites: [{ title: 'shell.spec.ts', specs: [spec] }] },
    1,
  )
  expect(formatTotals(addTotals(vitest, playwright)).split('\n')).toEqual([
    'Failed: src/a.test.ts › stores a file (Error: disk full)',
    'Failed: src/a.test.ts › reads a file (Timed out)',
    'Failed: src/b.test.ts (no such module)',
    'Failed: shell.spec.ts › opens (Test timeout of 60000ms)',
    '1 passed, 3 failed',
  ])
})

test('counts a runner that fails without a failed test as failed', () => {
  expect(totalsOfVitest({ numPassedTests: 3, numFailedTests: 0 }, 1)).toMatchObject({
    passed: 3,
    failed: 1,
    skipped: 0,
    flaky: [],
    failures: [],
  })
  expect(totalsOfPlaywright(undefined, 137)).toMatchObject({ passed: 0, failed: 1 })
})
