// Allows only so many events within a period: restarts, reloads, errors.

/** Returns false for an event beyond `max` within the last `periodMs`; such an event does not count itself. */
export function createEventLimit(
  max: number,
  periodMs: number,
  now = () => performance.now(),
): () => boolean {
  let times: number[] = []
  return () => {
    const current = now()
    times = times.filter((time) => current - time < periodMs)
    if (times.length >= max) return false
    times.push(current)
    return true
  }
}
