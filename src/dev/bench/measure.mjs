// Rows of the result tables, and statistics.

/** A measured value and what it should be. `measured`: null if this system cannot measure it; `compared`: what it was computed from. @typedef {{ name: string, target: string, measured: number | null, unit: string, met: boolean, compared: Record<string, number | null> }} Row */

/** @param {string} name @param {number} measured @param {{ unit?: string, target: string, compared?: Record<string, number> }} options `target`: such as `≤ 50` @returns {Row} */
export function toRow(name, measured, { unit = '', target, compared = {} }) {
  const value = toSignificant(measured)
  const entries = Object.entries(compared).map(([key, number]) => [key, toSignificant(number)])
  const row = { name, target, measured: value, unit, met: isMet(value, target) }
  return { ...row, compared: Object.fromEntries(entries) }
}

/** @param {number | null} measured @param {string} target */
function isMet(measured, target) {
  const [, sign, text = ''] = /^([≤≥]) ([\d.,]+)$/.exec(target) ?? []
  const limit = Number(text.replaceAll(',', ''))
  if (!sign || Number.isNaN(limit)) throw new Error(`A target must be like ≤ 50, not ${target}`)
  if (measured === null) return false
  return sign === '≥' ? measured >= limit : measured <= limit
}

/** Three digits, or all of a whole number. @param {number} value */
function toSignificant(value) {
  if (!Number.isFinite(value)) return null
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}

/** NaN without values. @param {readonly number[]} values @param {number} share from 0 to 1 */
export function toQuantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** Ignores values that could not be measured. @param {readonly number[]} values */
export function toMedian(values) {
  return toQuantile(values.filter(Number.isFinite), 0.5)
}

/** The median of the results of several calls, one after the other. @param {number} times @param {() => number | Promise<number>} work */
export async function repeat(times, work) {
  const values = []
  while (values.length < times) values.push(await work())
  return toMedian(values)
}
