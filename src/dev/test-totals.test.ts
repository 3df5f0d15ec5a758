// Checks the closing lines of `npm test`.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './paths.mjs'
import {
  addTotals,
  formatTotals,
  totalsOfExitCode,
  totalsOfPlaywright,
  totalsOfVitest,
} from './test-totals.mjs'

const file = (name: string, ...assertionResults: object[]) => ({ name: join(root, name), assertionResults })
const unit = (fullName: string, status: string, failure?: string) => ({
  ...{ fullName, status, failureMessages: failure ? [`${failure}\n  at it`] : [] },
})
const spec = (title: string, status: string, ...results: object[]) => ({
  title,
  tests: [{ status, results }],
})

test('names failed and flaky tests with the first line of their errors before the sum of all runners', () => {
  const vitest = totalsOfVitest(
    {
      ...{ numPassedTests: 40, numFailedTests: 2, numPendingTests: 2, numTodoTests: 1 },
      testResults: [
        file(
          'src/a.test.ts',
          unit('stores a file', 'failed', 'Error: disk full'),
          unit('reads a file', 'failed', 'Error: STACK_TRACE_ERROR'),
          unit('moves a file', 'passed', 'Error: busy'),
          unit('copies a file', 'passed'),
        ),
        { ...file('src/b.test.ts'), status: 'failed', message: 'no such module' },
      ],
    },
    1,
  )
  const timeout = { error: { message: '\u001b[31mTest timeout\u001b[39m of 60000ms' } }
  const inner = { title: 'with a microphone', specs: [spec('records', 'flaky')] }
  const shell = {
    ...{ title: 'shell.spec.ts', suites: [inner] },
    specs: [spec('opens', 'unexpected', timeout), spec('closes', 'expected')],
  }
  const playwright = totalsOfPlaywright(
    { stats: { expected: 7, unexpected: 1, flaky: 1 }, suites: [shell] },
    1,
  )
  expect(formatTotals(addTotals(totalsOfExitCode(0), vitest, playwright)).split('\n')).toEqual([
    'Flaky, passed when retried: src/a.test.ts › moves a file (Error: busy)',
    'Flaky, passed when retried: shell.spec.ts › with a microphone › records',
    'Failed: src/a.test.ts › stores a file (Error: disk full)',
    'Failed: src/a.test.ts › reads a file (Timed out)',
    'Failed: src/b.test.ts (no such module)',
    'Failed: shell.spec.ts › opens (Test timeout of 60000ms)',
    '49 passed, 3 failed',
  ])
})

test('finds the ten slowest tests of all runners', () => {
  const units = Array.from({ length: 12 }, (_, at) => ({ fullName: `unit ${at}`, duration: at * 1000 }))
  const vitest = totalsOfVitest({ testResults: [file('src/a.test.ts', ...units)] }, 0)
  const specs = [spec('opens', 'expected', { duration: 1 }, { duration: 10_500 })]
  const { slowest } = addTotals(vitest, totalsOfPlaywright({ suites: [{ title: 'a.spec.ts', specs }] }, 0))
  expect(slowest).toHaveLength(10)
  expect(slowest.slice(0, 2)).toEqual([
    { name: 'src/a.test.ts › unit 11', seconds: 11 },
    { name: 'a.spec.ts › opens', seconds: 10.5 },
  ])
})

test('counts a runner that fails without a failed test as failed', () => {
  expect(totalsOfVitest({ numPassedTests: 3, numFailedTests: 0 }, 1)).toMatchObject({ passed: 3, failed: 1 })
  expect(totalsOfPlaywright(undefined, 137)).toMatchObject({ passed: 0, failed: 1 })
})
