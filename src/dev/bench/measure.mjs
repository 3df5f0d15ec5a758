// Rows of the result tables, and statistics.

/**
 * @typedef {object} Row a measured value and what it should be
 * @property {string} name
 * @property {string | null} target such as `≤ 50`; null for values without a target
 * @property {number | null} measured null if this system cannot measure it
 * @property {string} unit
 * @property {boolean | null} met null without a target
 * @property {Record<string, number | null>} [compared] what the value was computed from, by name
 */

/** @param {string} name @param {number} measured @param {{ unit?: string, target?: string | null, compared?: Record<string, number> }} [options] @returns {Row} */
export function toRow(name, measured, { unit = '', target = null, compared } = {}) {
  const value = toSignificant(measured)
  /** @type {Row} */
  const row = { name, target, measured: value, unit, met: target === null ? null : isMet(value, target) }
  if (!compared) return row
  const entries = Object.entries(compared).map(([key, number]) => [key, toSignificant(number)])
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
  const sorted = values.filter(Number.isFinite).sort((one, other) => one - other)
  const middle = sorted.length / 2
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN
  return (low + (sorted[Math.floor(middle)] ?? low)) / 2
}
