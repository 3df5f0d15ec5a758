// Counts what passed and what failed, over runners that each count in their own way.

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/** @type {Tally} */
export const emptyTally = { passed: 0, failed: 0, skipped: 0 }

/** @param {Tally[]} tallies @returns {Tally} */
export function addTallies(...tallies) {
  return tallies.reduce((sum, { passed, failed, skipped }) => ({
    passed: sum.passed + passed,
    failed: sum.failed + failed,
    skipped: sum.skipped + skipped,
  }))
}

/** A tool that knows no tests is one. @param {number} exitCode @returns {Tally} */
export function tallyExitCode(exitCode) {
  return exitCode === 0 ? { ...emptyTally, passed: 1 } : { ...emptyTally, failed: 1 }
}

/**
 * @param {any} report vitest's JSON, nothing if it wrote none
 * @param {number} exitCode
 */
export function tallyVitest(report, exitCode) {
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = report ?? {}
  const tally = { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
  return withExitCode(tally, exitCode)
}

/**
 * @param {any} report Playwright's JSON, nothing if it wrote none
 * @param {number} exitCode
 */
export function tallyPlaywright(report, exitCode) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {}
  return withExitCode({ passed: expected + flaky, failed: unexpected, skipped }, exitCode)
}

/** @param {Tally} tally @returns {string} the line that continuous integration reads */
export function formatTally({ passed, failed }) {
  return `${passed} passed, ${failed} failed`
}

/** A suite that does not load, or a crash of the runner, fails no test but is a failure. @param {Tally} tally @param {number} exitCode */
function withExitCode(tally, exitCode) {
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}
