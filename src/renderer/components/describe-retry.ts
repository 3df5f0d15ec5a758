// When a refused prompt may be sent again, in words.

/** `at` and `now` in milliseconds since 1970. */
export function describeRetry(at: number, now: number): string {
  const seconds = Math.ceil((at - now) / 1000)
  if (seconds <= 0) return 'You can try again now.'
  if (seconds < 100) return `Try again in ${count(seconds, 'second')}.`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 100
    ? `Try again in ${count(minutes, 'minute')}.`
    : `Try again in about ${count(Math.round(minutes / 60), 'hour')}.`
}

function count(value: number, unit: string): string {
  return `${value} ${unit}${value === 1 ? '' : 's'}`
}
