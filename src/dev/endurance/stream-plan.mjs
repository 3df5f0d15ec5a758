// The plan of one stream of the part `streams`: its client sends the plan, its upstream follows it.

/** @typedef {'sse' | 'array' | 'openai'} Dialect */
/** @typedef {'complete' | 'break' | 'error' | 'abort'} Ending the upstream completes it, breaks the connection, or sends an error; or the client aborts */
/**
 * @typedef {object} StreamPlan
 * @property {number} id
 * @property {number} seed of the upstream's pauses and chunks
 * @property {Dialect} dialect
 * @property {Ending} ending
 * @property {number} events before the ending; an aborted stream has no end
 * @property {number} padding maximum characters of an event, besides its number
 * @property {number} pause maximum milliseconds before a chunk
 * @property {boolean} isSlow the client reads more slowly than the upstream sends
 */

/** @type {readonly Dialect[]} */
const dialects = ['sse', 'sse', 'array', 'openai']
/** @type {readonly Ending[]} */
const endings = ['complete', 'complete', 'complete', 'complete', 'break', 'error', 'abort']

/** @param {import('./part.mjs').Random} random @param {number} id @returns {StreamPlan} */
export function planStream(random, id) {
  const isSlow = random.chance(0.05)
  return {
    id,
    seed: random.integer(2 ** 31),
    dialect: random.pick(dialects),
    // Node's client discards what a slow reader has not read when the connection breaks.
    ending: isSlow ? random.pick(['complete', 'abort']) : random.pick(endings),
    events: 20 + random.integer(60),
    padding: isSlow ? 60_000 : 2 ** random.integer(12),
    pause: isSlow ? 0 : 20 + random.integer(120),
    isSlow,
  }
}

// Characters of one to four bytes, and some that JSON or server-sent events could change.
const alphabet = Array.from('abc 123 "\\/ äöü \u2028\u2029 日本語 🙂🚀 \t\n\r data: [DONE] }{')
const sample = Array.from(
  { length: 9973 },
  (_, index) => alphabet[(index * 7 + (index >> 3)) % alphabet.length],
)
const padding = sample.join('').repeat(8)

/** The text of an event: its stream, its number, and characters that follow from both. @param {StreamPlan} plan @param {number} number */
export function toText({ id, padding: max }, number) {
  const start = (id * 31 + number * 17) % 5000
  const length = max === 0 ? 0 : (id * 7919 + number * 104_729) % max
  return `${id}:${number}:${padding.slice(start, start + length)}`
}
