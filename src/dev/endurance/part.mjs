// What the parts of `npm run endurance` share.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * @typedef {object} PartOptions
 * @property {number} amount in the unit of the part's `amounts`
 * @property {number} seed for `createRandom`; the same seed repeats the same choices
 * @property {(line: string) => void} log prints progress, and what was done
 * @property {(statement: string, problems: readonly string[]) => void} check counts the statement as failed if it has problems
 */

/**
 * @typedef {object} Part
 * @property {string} description with the unit of `amounts`
 * @property {{ full: number, ci: number }} amounts `ci`: in `npm test`; 0 for none
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
    /** @template Item @param {readonly Item[]} items @returns {Item} */
    pick: (items) => /** @type {Item} */ (items[integer(items.length)]),
  }
}

/** @typedef {ReturnType<typeof createRandom>} Random */

/** Deletes the folder after `work`. @template Result @param {(folder: string) => Promise<Result>} work */
export async function withFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), 'gen-playground-endurance-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Polls until it is true, or the time is over. @param {number} seconds @param {() => Promise<boolean>} isTrue */
export async function waitUntil(seconds, isTrue) {
  const end = performance.now() + seconds * 1000
  while (!(await isTrue()) && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 100))
}
