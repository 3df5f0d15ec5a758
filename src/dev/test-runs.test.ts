// Checks the closing lines of `npm test`.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './paths.mjs'
import {
  formatRuns,
  listSlowest,
  readReport,
  runOfExitCode,
  runsOfPlaywright,
  runsOfVitest,
} from './test-runs.mjs'

const file = (name: string, ...assertionResults: object[]) => ({ name: join(root, name), assertionResults })
const unit = (fullName: string, status: string, failure?: string) => ({
  ...{ fullName, status, failureMessages: failure ? [`${failure}\n  at it`] : [] },
})
const spec = (title: string, status: string, ...results: object[]) => ({
  title,
  tests: [{ status, results }],
})

test('names failed and flaky tests with the first line of their errors before the sum of all runners', () => {
  const units = [
    unit('stores a file', 'failed', 'Error: disk full'),
    unit('reads a file', 'failed', 'Error: STACK_TRACE_ERROR'),
    unit('moves a file', 'passed', 'Error: busy'),
    unit('copies a file', 'passed'),
    unit('links a file', 'skipped'),
  ]
  const broken = { ...file('src/b.test.ts'), status: 'failed', message: 'no such module' }
  const timeout = { error: { message: '\u001b[31mTest timeout\u001b[39m of 60000ms' } }
  const inner = { title: 'with a microphone', specs: [spec('records', 'flaky'), spec('plays', 'skipped')] }
  const specs = [spec('opens', 'unexpected', timeout), spec('closes', 'expected')]
  const runs = [
    runOfExitCode('Types', 0),
    ...runsOfVitest({ testResults: [file('src/a.test.ts', ...units), broken] }),
    ...runsOfPlaywright({ suites: [{ title: 'shell.spec.ts', suites: [inner], specs }] }),
  ]
  expect(formatRuns(runs).split('\n')).toEqual([
    'Flaky, passed when retried: src/a.test.ts › moves a file (Error: busy)',
    'Flaky, passed when retried: shell.spec.ts › with a microphone › records',
    'Failed: src/a.test.ts › stores a file (Error: disk full)',
    'Failed: src/a.test.ts › reads a file (Timed out)',
    'Failed: src/b.test.ts (no such module)',
    'Failed: shell.spec.ts › opens (Test timeout of 60000ms)',
    '5 passed, 4 failed',
  ])
})

test('finds the ten slowest tests of all runners', () => {
  const units = Array.from({ length: 12 }, (_, at) => ({ fullName: `unit ${at}`, duration: at * 1000 }))
  const specs = [spec('opens', 'expected', { duration: 1 }, { duration: 10_500 })]
  const slowest = listSlowest([
    ...runsOfVitest({ testResults: [file('src/a.test.ts', ...units)] }),
    ...runsOfPlaywright({ suites: [{ title: 'a.spec.ts', specs }] }),
  ])
  expect(slowest).toHaveLength(10)
  expect(slowest.slice(0, 2)).toEqual([
    { name: 'src/a.test.ts › unit 11', seconds: 11 },
    { name: 'a.spec.ts › opens', seconds: 10.5 },
  ])
})

test('counts a runner that fails without a failed test as failed', async () => {
  expect(formatRuns(await readReport('Playwright', async () => 137, runsOfPlaywright))).toBe(
    'Failed: Playwright (exited with 137)\n0 passed, 1 failed',
  )
})
