// Tells when a refused call may be made again, from what an upstream says in its error (wire §4.4).
import type { GeminiErrorBody } from '#shared/schemas/api-error'
import { readRetryDelay } from '#shared/schemas/retry-delay'

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
  const delay = readRetryDelay({ message: error?.message, details })
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
