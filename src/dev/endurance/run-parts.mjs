// Runs the parts of `npm run endurance`, and counts what they check.
import { describeError, UserError } from '../command.mjs'
import { addTotals, emptyTotals } from '../test-totals.mjs'

/** @typedef {import('./part.mjs').Part} Part */
/** @typedef {{ only?: string | undefined, seed?: number | undefined, share?: number | undefined, minutes?: number | undefined, ci?: boolean }} RunOptions `ci`: every part's own share of it */

/** Imported late: their packages may have been installed only now. @type {Record<string, () => Promise<{ part: Part }>>} */
const parts = {
  streams: () => import('./streams.mjs'),
  kills: () => import('./kills.mjs'),
  starts: () => import('./starts.mjs'),
  damage: () => import('./damage.mjs'),
  'full-disk': () => import('./full-disk.mjs'),
  'soak-gateway': () => import('./soak-gateway.mjs'),
}

/** Runs in `npm test` make the same choices each time; others find more with new ones. */
const ciSeed = 1

/** Problems of a check that are printed. */
const maxPrinted = 10

/** @param {RunOptions} options @returns {Promise<import('../test-totals.mjs').Totals>} */
export async function runParts({ only, seed, ...amount }) {
  const usedSeed = seed ?? (amount.ci ? ciSeed : Math.floor(Math.random() * 2 ** 31))
  let total = emptyTotals
  for (const name of only?.split(',') ?? Object.keys(parts)) {
    const load = parts[name]
    if (!load) throw new UserError(`There is no part ${name}. Choose from: ${Object.keys(parts).join(', ')}.`)
    const { part } = await load()
    const share = toShare(part, amount)
    if (share > 0) total = addTotals(total, await runPart(part, usedSeed, share))
  }
  return total
}

/** @param {Part} part @param {number} seed @param {number} share */
async function runPart(part, seed, share) {
  console.log(`\n${part.name}: ${part.description}\n  share ${share}, seed ${seed}`)
  const began = performance.now()
  let total = emptyTotals
  /** @type {import('./part.mjs').PartOptions['check']} */
  const check = (statement, problems) => {
    const [first] = problems
    console.log(`  ${first === undefined ? 'passed' : 'FAILED'}  ${statement}`)
    for (const problem of problems.slice(0, maxPrinted)) console.log(`          ${problem}`)
    if (problems.length > maxPrinted) console.log(`          and ${problems.length - maxPrinted} more`)
    const failures = [`${part.name}: ${statement} (${first})`]
    const counted = first === undefined ? { passed: 1 } : { failed: 1, failures }
    total = addTotals(total, { ...emptyTotals, ...counted })
  }
  try {
    await part.run({
      share,
      seed,
      check,
      log: (line) => console.log(`  ${line}`),
      count: (name, value) => console.log(`  ${value.toLocaleString('en')} ${name}`),
    })
  } catch (error) {
    check('runs to its end', [describeError(error)])
  }
  if (total.failed > 0)
    console.log(`  Repeat: npm run endurance -- --only ${part.name} --share ${share} --seed ${seed}`)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`  ${part.name}: ${total.passed} passed, ${total.failed} failed (${seconds} s)`)
  return total
}

/** @param {Part} part @param {RunOptions} amount */
function toShare({ ciShare, minutes: whole }, { ci, minutes, share }) {
  if (minutes !== undefined && whole) return minutes / whole
  return share ?? (ci ? ciShare : 1)
}
