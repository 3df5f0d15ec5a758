// Counts passed and failed tests of different test runners, and finds the slowest ones.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './paths.mjs'

/** @typedef {{ name: string, seconds: number }} Duration */

/**
 * @typedef {{ passed: number, failed: number, skipped: number, flaky: readonly string[], failures: readonly string[],
 * slowest: readonly Duration[] }} Totals
 * `flaky`: tests that passed only when retried; `failures`: what failed; both with the first line of the error. `slowest`:
 * at most ten tests, the slowest first
 */

/** @type {Totals} */
export const emptyTotals = { passed: 0, failed: 0, skipped: 0, flaky: [], failures: [], slowest: [] }

/** @param {readonly Duration[]} durations */
function findSlowest(durations) {
  return [...durations].sort((one, other) => other.seconds - one.seconds).slice(0, 10)
}

/** @param {Totals[]} totals @returns {Totals} */
export function addTotals(...totals) {
  return totals.reduce((sum, { passed, failed, skipped, flaky, failures, slowest }) => ({
    passed: sum.passed + passed,
    failed: sum.failed + failed,
    skipped: sum.skipped + skipped,
    flaky: [...sum.flaky, ...flaky],
    failures: [...sum.failures, ...failures],
    slowest: findSlowest([...sum.slowest, ...slowest]),
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
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numPendingTests = 0,
    numTodoTests = 0,
    testResults = [],
  } = report ?? {}
  const skipped = numPendingTests + numTodoTests
  const failures = testResults.flatMap(listFailures)
  const flaky = testResults.flatMap(listFlaky)
  const slowest = findSlowest(testResults.flatMap(listDurations))
  const totals = { passed: numPassedTests, failed: numFailedTests, skipped, flaky, failures, slowest }
  return withExitCode(totals, exitCode)
}

/** @param {any} file @returns {Duration[]} */
function listDurations({ name = '', assertionResults = [] }) {
  return assertionResults.map((/** @type {any} */ { fullName, duration = 0 }) => ({
    name: `${relative(root, name)} › ${fullName}`,
    seconds: duration / 1000,
  }))
}

/** A file that can't be loaded has only a message. @param {any} file @returns {string[]} */
function listFailures({ name = '', status, message = '', assertionResults = [] }) {
  const failed = assertionResults.filter((/** @type {any} */ test) => test.status === 'failed')
  if (failed.length > 0) return failed.map((/** @type {any} */ test) => describeUnit(name, test))
  return status === 'failed' ? [describe(relative(root, name), message)] : []
}

/** Tests that passed have messages if an earlier try has failed. @param {any} file @returns {string[]} */
function listFlaky({ name = '', assertionResults = [] }) {
  return assertionResults
    .filter(
      (/** @type {any} */ { status, failureMessages }) => status === 'passed' && failureMessages?.length > 0,
    )
    .map((/** @type {any} */ test) => describeUnit(name, test))
}

/** @param {string} file @param {any} test */
function describeUnit(file, { fullName, failureMessages = [] }) {
  // Vitest writes the stack instead of the message, which is a placeholder if the time ran out.
  const message = failureMessages[0]?.replace(/^Error: STACK_TRACE_ERROR/, 'Timed out')
  return describe(`${relative(root, file)} › ${fullName}`, message)
}

/**
 * @param {any} report Playwright's JSON, undefined if it wrote none
 * @param {number} exitCode
 */
export function totalsOfPlaywright(report, exitCode) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {}
  return withExitCode(
    {
      passed: expected + flaky,
      failed: unexpected,
      skipped,
      flaky: listTests(report, 'flaky').map(describeRun),
      failures: listTests(report, 'unexpected').map(describeRun),
      slowest: findSlowest(listTests(report).map(({ name, seconds }) => ({ name, seconds }))),
    },
    exitCode,
  )
}

/** @typedef {Duration & { message?: string }} TestRun the last run of a test, with the error of the first one */

/**
 * A suite is a file or a `describe`.
 * @param {any} suite @param {string} [status] all if not given @param {string[]} [titles] @returns {TestRun[]}
 */
function listTests(suite, status, titles = []) {
  const { specs = [], suites = [] } = suite ?? {}
  const runs = specs.flatMap((/** @type {any} */ { title, tests }) =>
    tests
      .filter((/** @type {any} */ test) => status === undefined || test.status === status)
      .map((/** @type {any} */ { results = [] }) => ({
        name: [...titles, title].join(' › '),
        seconds: (results.at(-1)?.duration ?? 0) / 1000,
        message: results[0]?.error?.message,
      })),
  )
  const inner = suites.flatMap((/** @type {any} */ each) => listTests(each, status, [...titles, each.title]))
  return [...runs, ...inner]
}

/** @param {TestRun} run */
function describeRun({ name, message }) {
  return describe(name, message)
}

/** @param {string} name @param {string} [message] of the error, which may have colors */
function describe(name, message = '') {
  const [line = ''] = stripVTControlCharacters(message).trim().split('\n')
  return line ? `${name} (${line})` : name
}

/** @param {Totals} totals @returns {string} the closing lines; CI reads the last one */
export function formatTotals({ passed, failed, flaky, failures }) {
  return [
    ...flaky.map((name) => `Flaky, passed when retried: ${name}`),
    ...failures.map((name) => `Failed: ${name}`),
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
