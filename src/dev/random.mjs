// Random choices that can be repeated.

/** @typedef {ReturnType<typeof createRandom>} Random */

/** Makes the same choices with the same seed (mulberry32). @param {number} seed */
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
  /** @template Item @param {readonly Item[]} items @returns {Item} */
  const pick = (items) => /** @type {Item} */ (items[integer(items.length)])
  return { next, integer, pick }
}
