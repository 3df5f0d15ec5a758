// Runs all checks in sequence, counts results, and says where the time went. `checks` are those of `npm run check`.
import { describeError } from './command.mjs'
import { findTool, run } from './run.mjs'
import { addTotals, countReport, emptyTotals, totalsOfExitCode, totalsOfVitest } from './test-totals.mjs'

/** @typedef {import('./test-totals.mjs').Totals} Totals */
/** @typedef {{ name: string, run: () => Promise<Totals>, isEssential?: boolean }} Step if an essential one fails, the rest is skipped */

/** @type {import('./checks.mjs').Step[]} */
export const checks = [
  {
    name: 'Format and lint',
    run: async () => checkWith(findTool('@biomejs/biome', 'biome'), 'check', '--error-on-warnings'),
  },
  { name: 'Types', run: async () => checkWith(findTool('typescript', 'tsc'), '-b') },
  { name: 'Dead code', run: async () => checkWith(findTool('knip')) },
  { name: 'Unit and integration tests', run: runVitest },
]

/** @param {string} tool @param {string[]} args */
async function checkWith(tool, ...args) {
  return totalsOfExitCode(await run(process.execPath, [tool, ...args]))
}

async function runVitest() {
  return countReport(async (file) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    return run(process.execPath, [findTool('vitest'), 'run', ...reporters])
  }, totalsOfVitest)
}

/**
 * @param {Step[]} steps
 * @param {(total: Totals) => void} [onProgress] called after each step
 * @returns {Promise<Totals>}
 */
export async function runSteps(steps, onProgress = () => {}) {
  const stop = watchForStop()
  let total = emptyTotals
  /** @type {import('./test-totals.mjs').Duration[]} */
  const durations = []
  for (const step of steps) {
    const began = performance.now()
    const totals = await runStep(step)
    durations.push({ name: step.name, seconds: (performance.now() - began) / 1000 })
    total = addTotals(total, totals, stop.isInterrupted() ? { ...emptyTotals, failed: 1 } : emptyTotals)
    onProgress(total)
    if (stop.isInterrupted() || (step.isEssential && totals.failed > 0)) break
  }
  stop.removeListeners()
  console.log(`\n── Durations\n${formatDurations(durations)}`)
  if (total.slowest.length > 0) console.log(`── Slowest tests\n${formatDurations(total.slowest)}`)
  return total
}

/** @param {readonly import('./test-totals.mjs').Duration[]} durations */
function formatDurations(durations) {
  return durations.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`).join('\n')
}

/** @param {Step} step @returns {Promise<Totals>} */
async function runStep({ name, run }) {
  console.log(`\n── ${name}`)
  const totals = await run().catch((error) => {
    console.log(describeError(error))
    return { ...emptyTotals, failed: 1 }
  })
  // Such as a tool without tests, or a runner that has crashed.
  const failures = totals.failed > 0 && totals.failures.length === 0 ? [name] : totals.failures
  const { passed, failed } = totals
  const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''
  console.log(`── ${name}: ${passed} passed, ${failed} failed${skipped}`)
  return { ...totals, failures }
}

/** A signal also ends the running step; this prevents the next one from starting. */
function watchForStop() {
  let interrupted = false
  const onSignal = () => {
    interrupted = true
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, onSignal)
  const removeListeners = () => {
    for (const signal of signals) process.off(signal, onSignal)
  }
  return { isInterrupted: () => interrupted, removeListeners }
}
