// The tests of all test runners as one list, and its closing lines.
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './paths.mjs'
import { withFolder } from './temporary-folder.mjs'

/**
 * A tool without tests counts as one test.
 * @typedef {object} TestRun
 * @property {string} name
 * @property {'passed' | 'failed' | 'skipped' | 'flaky'} status `flaky`: passed only when retried
 * @property {number} [seconds]
 * @property {string} [message] of its first error, which may have colors
 */

/** @param {string} name @param {number} exitCode @returns {TestRun} */
export function runOfExitCode(name, exitCode) {
  return exitCode === 0
    ? { name, status: 'passed' }
    : { name, status: 'failed', message: `exited with ${exitCode}` }
}

/** @param {any} report Vitest's JSON @returns {TestRun[]} */
export function runsOfVitest({ testResults = [] }) {
  return testResults.flatMap((/** @type {any} */ { name, status, message, assertionResults = [] }) => {
    const file = relative(root, name)
    /** @type {TestRun[]} */
    const runs = assertionResults.map((/** @type {any} */ test) => runOfUnitTest(file, test))
    // A file that can't be loaded has only a message.
    const isBroken = status === 'failed' && !runs.some(isFailed)
    return isBroken ? [...runs, { name: file, status: 'failed', message }] : runs
  })
}

/** @param {string} file @param {any} test @returns {TestRun} */
function runOfUnitTest(file, { fullName, status, duration = 0, failureMessages = [] }) {
  // Vitest writes the stack instead of the message, which is a placeholder if the time ran out.
  const message = failureMessages[0]?.replace(/^Error: STACK_TRACE_ERROR/, 'Timed out')
  // Tests that passed have messages if an earlier try has failed.
  const passed = message === undefined ? 'passed' : 'flaky'
  const run = { name: `${file} › ${fullName}`, seconds: duration / 1000, message }
  return { ...run, status: status === 'passed' ? passed : status === 'failed' ? 'failed' : 'skipped' }
}

/** Playwright's words. @type {Record<string, TestRun['status']>} */
const statuses = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' }

/** @param {any} suite Playwright's JSON, or the part of it for a file or a `describe` @param {string[]} [titles] @returns {TestRun[]} */
export function runsOfPlaywright({ specs = [], suites = [] }, titles = []) {
  const runs = specs.flatMap((/** @type {any} */ { title, tests }) =>
    tests.map((/** @type {any} */ { status, results = [] }) => ({
      name: [...titles, title].join(' › '),
      status: statuses[status],
      seconds: (results.at(-1)?.duration ?? 0) / 1000,
      message: results[0]?.error?.message,
    })),
  )
  const inner = suites.flatMap((/** @type {any} */ each) => runsOfPlaywright(each, [...titles, each.title]))
  return [...runs, ...inner]
}

/** @param {TestRun} run */
export function isFailed({ status }) {
  return status === 'failed'
}

/** @param {readonly TestRun[]} runs */
export function countRuns(runs) {
  const failed = runs.filter(isFailed).length
  const skipped = runs.filter(({ status }) => status === 'skipped').length
  return { passed: runs.length - failed - skipped, failed, skipped }
}

/** The ten slowest, the slowest first. @param {readonly TestRun[]} runs */
export function listSlowest(runs) {
  const timed = runs.flatMap(({ name, seconds = 0 }) => (seconds > 0 ? [{ name, seconds }] : []))
  return timed.sort((one, other) => other.seconds - one.seconds).slice(0, 10)
}

/** @param {readonly TestRun[]} runs @returns {string} the closing lines; CI reads the last one */
export function formatRuns(runs) {
  const { passed, failed } = countRuns(runs)
  const list = (/** @type {TestRun['status']} */ status, /** @type {string} */ title) =>
    runs.filter((run) => run.status === status).map((run) => `${title}: ${describe(run)}`)
  const flaky = list('flaky', 'Flaky, passed when retried')
  return [...flaky, ...list('failed', 'Failed'), `${passed} passed, ${failed} failed`].join('\n')
}

/** @param {TestRun} run */
function describe({ name, message = '' }) {
  const [line = ''] = stripVTControlCharacters(message).trim().split('\n')
  return line ? `${name} (${line})` : name
}

/**
 * Lets a test runner write its JSON report to a temporary file. If it fails without a failed test, as in a crash, it counts
 * as failed itself.
 * @param {string} name of the runner
 * @param {(file: string) => Promise<number>} runTests returns the exit code
 * @param {(report: any) => TestRun[]} toRuns
 */
export async function readReport(name, runTests, toRuns) {
  return await withFolder(async (folder) => {
    const file = join(folder, 'report.json')
    const exitCode = await runTests(file)
    const runs = toRuns(JSON.parse(await readFile(file, 'utf8').catch(() => '{}')))
    return exitCode === 0 || runs.some(isFailed) ? runs : [...runs, runOfExitCode(name, exitCode)]
  })
}
