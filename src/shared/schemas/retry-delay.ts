// Reads after how long a refused call may be made again, from what its error says (wire §4.4).

interface RefusalWords {
  readonly message?: unknown
  readonly details?: unknown
}

/** Seconds, with their fraction; undefined where nothing is said of it. Whatever came may be given. */
export function readRetryDelay({ message, details }: RefusalWords): number | undefined {
  const stated = Array.isArray(details) ? details.map(readDelay) : []
  return stated.find((seconds) => seconds !== undefined) ?? readSentence(message)
}

/** `RetryInfo.retryDelay`: `"34.400000000s"`, or seconds and nanoseconds apart. */
function readDelay(detail: unknown): number | undefined {
  const delay = (detail as { retryDelay?: unknown } | null)?.retryDelay
  if (typeof delay === 'string') return /^\d+(\.\d+)?s$/.test(delay) ? Number.parseFloat(delay) : undefined
  if (typeof delay !== 'object' || delay === null) return undefined
  const { seconds = 0, nanos = 0 } = delay as { seconds?: unknown; nanos?: unknown }
  const whole = Number(seconds) + Number(nanos) / 1e9
  return Number.isFinite(whole) && whole >= 0 ? whole : undefined
}

/** "Please retry in 47.88s." stands at the end of the message even where no `RetryInfo` comes along. */
function readSentence(message: unknown): number | undefined {
  const text = typeof message === 'string' ? message : ''
  if (/Please retry in [\d.]+[mµn]s/.test(text)) return 1
  const found = /Please retry in (?:(\d+)h)?(?:(\d+)m)?([\d.]+)s/.exec(text)
  if (!found) return undefined
  const [hours, minutes, seconds] = [found[1], found[2], found[3]].map((text) =>
    Number.parseFloat(text ?? '0'),
  )
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)
}
