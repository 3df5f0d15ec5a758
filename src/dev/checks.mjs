// Runs all checks in sequence, and says where the time went. `checks` are those of `npm run check`.
import { describeError } from './command.mjs'
import { runTool } from './run.mjs'
import { countRuns, isFailed, listSlowest, readReport, runOfExitCode, runsOfVitest } from './test-runs.mjs'

/** @typedef {import('./test-runs.mjs').TestRun} TestRun */
/** @typedef {{ name: string, run: () => Promise<readonly TestRun[]>, isEssential?: boolean }} Step if an essential one fails, the rest is skipped */

/** @type {Step[]} */
export const checks = [
  toCheck('Format and lint', '@biomejs/biome', 'check', '--error-on-warnings'),
  toCheck('Types', 'typescript', '-b'),
  toCheck('Dead code', 'knip'),
  { name: 'Unit and integration tests', run: runVitest },
]

/** @param {string} name @param {string} packageName of the tool, which may be installed only later @param {string[]} args @returns {Step} */
function toCheck(name, packageName, ...args) {
  return {
    name,
    run: async () => [runOfExitCode(name, await runTool(packageName, args))],
  }
}

async function runVitest() {
  const runTests = (/** @type {string} */ file) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    return runTool('vitest', ['run', ...reporters])
  }
  return readReport('Vitest', runTests, runsOfVitest)
}

/** @param {Step[]} steps @param {TestRun[]} [all] gets the runs after each step */
export async function runSteps(steps, all = []) {
  const stop = watchForStop()
  const durations = []
  for (const step of steps) {
    const began = performance.now()
    const runs = await runStep(step)
    durations.push({ name: step.name, seconds: (performance.now() - began) / 1000 })
    all.push(...runs)
    if (stop.isInterrupted) all.push({ name: step.name, status: 'failed', message: 'interrupted' })
    if (stop.isInterrupted || (step.isEssential && runs.some(isFailed))) break
  }
  console.log(`\n── Durations\n${formatDurations(durations)}`)
  const slowest = listSlowest(all)
  if (slowest.length > 0) console.log(`── Slowest tests\n${formatDurations(slowest)}`)
  return all
}

/** @param {readonly { name: string, seconds: number }[]} durations */
function formatDurations(durations) {
  return durations.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`).join('\n')
}

/** @param {Step} step @returns {Promise<readonly TestRun[]>} */
async function runStep({ name, run }) {
  console.log(`\n── ${name}`)
  const runs = await run().catch((error) => {
    console.log(describeError(error))
    return [/** @type {TestRun} */ ({ name, status: 'failed', message: String(error) })]
  })
  const { passed, failed, skipped } = countRuns(runs)
  console.log(`── ${name}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return runs
}

/** A signal also ends the running step; this prevents the next one from starting. */
function watchForStop() {
  const stop = { isInterrupted: false }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      stop.isInterrupted = true
    })
  return stop
}
