// Runs the parts of `npm run endurance`, and counts what they check.
import { describeError, selectNames } from '../command.mjs'
import { countRuns, isFailed } from '../test-runs.mjs'

/** @typedef {import('../test-runs.mjs').TestRun} TestRun */

/**
 * @typedef {object} PartOptions
 * @property {number} amount in the unit of the part's `amounts`
 * @property {number} seed the same seed repeats the same choices
 * @property {(line: string) => void} log prints progress, and what was done
 * @property {(statement: string, problems: readonly string[]) => void} check counts the statement as failed if it has problems
 */

/**
 * @typedef {object} Part
 * @property {string} description with the unit of `amounts`
 * @property {{ full: number, ci: number }} amounts `ci`: in `npm test`; 0 for none
 * @property {(options: PartOptions) => Promise<void>} run throws only if the part itself is broken, which counts as a failure
 */

/** Imported late: their packages may have been installed only now. @type {Record<string, () => Promise<{ part: Part }>>} */
const parts = {
  streams: () => import('./streams.mjs'),
  kills: () => import('./kills.mjs'),
  starts: () => import('./starts.mjs'),
  damage: () => import('./damage.mjs'),
  'full-disk': () => import('./full-disk.mjs'),
}

/** Runs in `npm test` make the same choices each time; others find more with new ones. */
const ciSeed = 1

/** Problems of a check that are printed. */
const maxPrinted = 10

/** @param {{ only?: string | undefined, ci?: boolean | undefined, amount?: number | undefined, seed?: number | undefined }} options */
export async function runParts({ only, ci = false, amount, seed }) {
  const usedSeed = seed ?? (ci ? ciSeed : Math.floor(Math.random() * 2 ** 31))
  /** @type {TestRun[]} */
  const runs = []
  for (const name of selectNames(only, Object.keys(parts))) {
    const { part } = (await parts[name]?.()) ?? {}
    const used = amount ?? (ci ? part?.amounts.ci : part?.amounts.full)
    if (part && used) runs.push(...(await runPart(name, part, { seed: usedSeed, amount: used })))
  }
  return runs
}

/** @param {string} name @param {Part} part @param {{ seed: number, amount: number }} options */
async function runPart(name, { description, run }, options) {
  const { seed, amount } = options
  console.log(`\n${name}: ${description}\n  amount ${amount}, seed ${seed}`)
  const began = performance.now()
  /** @type {TestRun[]} */
  const runs = []
  /** @type {PartOptions['check']} */
  const check = (statement, problems) => {
    const [message] = problems
    const status = message === undefined ? 'passed' : 'failed'
    console.log(`  ${status}  ${statement}`)
    for (const problem of problems.slice(0, maxPrinted)) console.log(`          ${problem}`)
    if (problems.length > maxPrinted) console.log(`          and ${problems.length - maxPrinted} more`)
    runs.push({ name: `${name}: ${statement}`, status, ...(message !== undefined && { message }) })
  }
  try {
    await run({ ...options, check, log: (line) => console.log(`  ${line}`) })
  } catch (error) {
    check('runs to its end', [describeError(error)])
  }
  if (runs.some(isFailed))
    console.log(`  Repeat: npm run endurance -- --only ${name} --amount ${amount} --seed ${seed}`)
  const { passed, failed } = countRuns(runs)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`  ${name}: ${passed} passed, ${failed} failed (${seconds} s)`)
  return runs
}
