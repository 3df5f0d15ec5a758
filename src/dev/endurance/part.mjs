// What the runner of `npm run endurance` and its parts share.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * @typedef {object} PartOptions
 * @property {number} share of the full amount: 1 is what the part promises, 0.05 a twentieth of its work or minutes
 * @property {number} seed for `createRandom`; the same seed repeats the same choices
 * @property {(line: string) => void} log prints progress
 * @property {(name: string, value: number | string) => void} count prints what was done or measured
 * @property {(statement: string, problems: readonly string[]) => void} check counts the statement as failed if it has problems
 */

/**
 * @typedef {object} Part
 * @property {string} name for `--only`
 * @property {string} description one line, with the amounts at share 1
 * @property {number} ciShare the share that `npm test` runs; 0 for none
 * @property {number} [minutes] its duration at share 1, if `--minutes` can set it
 * @property {(options: PartOptions) => Promise<void>} run throws only if the part itself is broken, which counts as a failure
 */

/** A reproducible random generator (mulberry32). @param {number} seed */
export function createRandom(seed) {
  let state = seed >>> 0
  /** At least 0, less than 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** An integer from 0 to `end`, exclusive. @param {number} end */
  const integer = (end) => Math.floor(next() * end)
  return {
    next,
    integer,
    chance: (/** @type {number} */ probability) => next() < probability,
    /** @template Item @param {readonly Item[]} items @returns {Item} */
    pick: (items) => /** @type {Item} */ (items[integer(items.length)]),
    /** @template Item @param {readonly Item[]} items @returns {Item[]} */
    shuffle: (items) =>
      items
        .map((item) => ({ item, key: next() }))
        .sort((one, other) => one.key - other.key)
        .map(({ item }) => item),
  }
}

/** @typedef {ReturnType<typeof createRandom>} Random */

/** The amount of a share, at least 1. @param {number} whole @param {number} share */
export function amountOf(whole, share) {
  return Math.max(1, Math.round(whole * share))
}

/** Deletes the folder after `work`. @template Result @param {(folder: string) => Promise<Result>} work */
export async function withFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), 'gen-playground-endurance-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
