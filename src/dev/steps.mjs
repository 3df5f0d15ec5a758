// Runs the steps of a check one after the other, all of them, and counts.
import { describeError } from './command.mjs'
import { addTallies, emptyTally, formatTally } from './tally.mjs'

/** @typedef {import('./tally.mjs').Tally} Tally */
/** @typedef {{ name: string, run: () => Promise<Tally>, isEssential?: boolean }} Step the rest is idle without an essential one */

/**
 * @param {Step[]} steps
 * @param {(total: Tally) => void} [onProgress] told after each step
 * @returns {Promise<Tally>}
 */
export async function runSteps(steps, onProgress = () => {}) {
  const stop = watchForStop()
  let total = emptyTally
  for (const step of steps) {
    const tally = await runStep(step)
    total = addTallies(total, tally, stop.isAsked() ? { ...emptyTally, failed: 1 } : emptyTally)
    onProgress(total)
    if (stop.isAsked() || (step.isEssential && tally.failed > 0)) break
  }
  stop.forget()
  return total
}

/** @param {Step} step @returns {Promise<Tally>} */
async function runStep({ name, run }) {
  const began = performance.now()
  console.log(`\n── ${name}`)
  const tally = await run().catch((error) => {
    console.log(describeError(error))
    return { ...emptyTally, failed: 1 }
  })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''
  console.log(`── ${name}: ${formatTally(tally)}${skipped} (${seconds} s)`)
  return tally
}

/** The running step gets the signal too and ends; without this, the next one would begin. */
function watchForStop() {
  let asked = false
  const onSignal = () => {
    asked = true
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, onSignal)
  const forget = () => {
    for (const signal of signals) process.off(signal, onSignal)
  }
  return { isAsked: () => asked, forget }
}
