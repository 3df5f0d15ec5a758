// Counts passed and failed tests of different test runners.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @typedef {{ passed: number, failed: number, skipped: number, flaky: readonly string[] }} Totals `flaky`: names of tests that passed only when retried */

/** @type {Totals} */
export const emptyTotals = { passed: 0, failed: 0, skipped: 0, flaky: [] }

/** @param {Totals[]} totals @returns {Totals} */
export function addTotals(...totals) {
  return totals.reduce((sum, { passed, failed, skipped, flaky }) => ({
    passed: sum.passed + passed,
    failed: sum.failed + failed,
    skipped: sum.skipped + skipped,
    flaky: [...sum.flaky, ...flaky],
  }))
}

/** A tool without tests counts as one test. @param {number} exitCode @returns {Totals} */
export function totalsOfExitCode(exitCode) {
  return exitCode === 0 ? { ...emptyTotals, passed: 1 } : { ...emptyTotals, failed: 1 }
}

/**
 * @param {any} report Vitest's JSON, undefined if it wrote none
 * @param {number} exitCode
 */
export function totalsOfVitest(report, exitCode) {
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = report ?? {}
  const skipped = numPendingTests + numTodoTests
  return withExitCode({ ...emptyTotals, passed: numPassedTests, failed: numFailedTests, skipped }, exitCode)
}

/**
 * @param {any} report Playwright's JSON, undefined if it wrote none
 * @param {number} exitCode
 */
export function totalsOfPlaywright(report, exitCode) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {}
  const totals = { passed: expected + flaky, failed: unexpected, skipped, flaky: listFlaky(report) }
  return withExitCode(totals, exitCode)
}

/** A suite is a file or a `describe`. @param {any} suite @param {string[]} [titles] @returns {string[]} */
function listFlaky(suite, titles = []) {
  const { specs = [], suites = [] } = suite ?? {}
  const isFlaky = (/** @type {any} */ { tests }) =>
    tests.some((/** @type {any} */ { status }) => status === 'flaky')
  const names = specs.filter(isFlaky).map((/** @type {any} */ { title }) => [...titles, title].join(' › '))
  return [
    ...names,
    ...suites.flatMap((/** @type {any} */ inner) => listFlaky(inner, [...titles, inner.title])),
  ]
}

/** @param {Totals} totals @returns {string} the closing lines; CI reads the last one */
export function formatTotals({ passed, failed, flaky }) {
  return [
    ...flaky.map((name) => `Flaky, passed when retried: ${name}`),
    `${passed} passed, ${failed} failed`,
  ].join('\n')
}

/** Counts a runner that fails without a failed test, such as by a crash, as a failure. @param {Totals} totals @param {number} exitCode */
function withExitCode(totals, exitCode) {
  return exitCode !== 0 && totals.failed === 0 ? { ...totals, failed: 1 } : totals
}

/**
 * Lets a test runner write its JSON report to a temporary file, and counts its tests.
 * @param {(file: string) => Promise<number>} runTests returns the exit code
 * @param {(report: unknown, exitCode: number) => Totals} toTotals
 */
export async function countReport(runTests, toTotals) {
  const folder = await mkdtemp(join(tmpdir(), 'gen-playground-report-'))
  try {
    const file = join(folder, 'report.json')
    const exitCode = await runTests(file)
    const text = await readFile(file, 'utf8').catch(() => 'null')
    return toTotals(JSON.parse(text) ?? undefined, exitCode)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
