// Tells when a refused call may be made again, from what an upstream says in its error (wire §4.4).
import type { GeminiErrorBody } from '#shared/schemas/api-error'

/** Headers for the caller. `stated` is the upstream's own `Retry-After`; `body` its error, whatever came. */
export function toRetryHeaders(
  stated: string | undefined,
  body: unknown,
  now = new Date(),
): Record<string, string> {
  const error = (body as Partial<GeminiErrorBody> | null | undefined)?.error
  const details: unknown[] = Array.isArray(error?.details) ? error.details : []
  // A delay of seconds would be a lie: the day's quota comes back with the vendor's next day.
  if (details.some(namesDay))
    return { 'retry-after': String(secondsOfDayLeft(now)), 'x-should-retry': 'false' }
  if (stated !== undefined) return { 'retry-after': stated }
  const delay =
    details.map(readDelay).find((seconds) => seconds !== undefined) ?? readSentence(error?.message)
  return delay === undefined ? {} : { 'retry-after': String(Math.ceil(delay)) }
}

/** `QuotaFailure` with a quota such as `GenerateRequestsPerDayPerProjectPerModel-FreeTier`. */
function namesDay(detail: unknown): boolean {
  const { violations } = (detail ?? {}) as { violations?: unknown }
  return (
    Array.isArray(violations) &&
    violations.some((one) => /PerDay/i.test(String((one as { quotaId?: unknown } | null)?.quotaId)))
  )
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

const vendorClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Los_Angeles',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
})

/** The vendor's days end at midnight of the Pacific coast. */
function secondsOfDayLeft(now: Date): number {
  const parts = Object.fromEntries(
    vendorClock.formatToParts(now).map(({ type, value }) => [type, Number(value)]),
  )
  return 86_400 - ((parts.hour ?? 0) * 3600 + (parts.minute ?? 0) * 60 + (parts.second ?? 0))
}
