// Reads values of unknown JSON without assuming their types.

/** Empty for anything that is not an array. */
export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Empty for anything that is not a text. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** The range of `Date`. */
const maxTime = 8.64e15

/** Milliseconds since the epoch of an ISO 8601 text, or of a number in seconds or milliseconds; null for anything else. */
export function asTime(value: unknown): number | null {
  const number = typeof value === 'string' ? Date.parse(value) : (asNumber(value) ?? Number.NaN)
  // Seconds: as milliseconds, it would be before 1973.
  const time = typeof value === 'number' && Math.abs(number) < 1e11 ? number * 1000 : number
  return Number.isFinite(time) && Math.abs(time) <= maxTime ? Math.round(time) : null
}

/** A value as a person would read it. */
export function toReadableText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2)
}
