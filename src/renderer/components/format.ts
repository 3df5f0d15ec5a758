// Numbers, sizes, durations, days, times and costs as people read them, the same everywhere.

const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
const time = { hour: 'numeric', minute: '2-digit', second: '2-digit' } as const
const longMonth = { month: 'long', year: 'numeric' } as const
const shortMonth = { month: 'short', year: 'numeric' } as const

type HourCycle = NonNullable<Intl.ResolvedDateTimeFormatOptions['hourCycle']>

/** That of the texts. */
const textLanguage = 'en-US'

/** The system's language for `system`. */
export function resolveFormatLanguage(language: string): string {
  return language === 'system' ? new Intl.NumberFormat().resolvedOptions().locale : language
}

/** In the language of the texts, whether the day has 12 or 24 hours follows the user's system. */
function findHourCycle(language: string): HourCycle | undefined {
  if (language !== textLanguage) return undefined
  return new Intl.DateTimeFormat(undefined, time).resolvedOptions().hourCycle ?? 'h12'
}

/** All formatters of a language, each created when it is first used. `givenCycle`: by default, that of the language. */
export function createFormats(language: string, givenCycle?: HourCycle) {
  const number = (options: Intl.NumberFormatOptions) => once(() => new Intl.NumberFormat(language, options))
  const date = (options: Intl.DateTimeFormatOptions) => once(() => new Intl.DateTimeFormat(language, options))
  const clock = (options: Intl.DateTimeFormatOptions) =>
    once(() => {
      const hourCycle = givenCycle ?? findHourCycle(language)
      return new Intl.DateTimeFormat(language, hourCycle ? { ...options, hourCycle } : options)
    })
  const fixed = new Map<number, () => Intl.NumberFormat>()
  return {
    language,
    fixed(decimals: number) {
      const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
      const format = fixed.get(decimals) ?? number({ ...digits, useGrouping: false })
      fixed.set(decimals, format)
      return format()
    },
    count: number({}),
    fraction: number({ maximumFractionDigits: 1 }),
    oneDigit: number({ minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    twoDigits: number({ minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    significant: number({ maximumSignificantDigits: 5 }),
    percent: number({ style: 'percent', maximumFractionDigits: 1 }),
    ungrouped: number({ maximumSignificantDigits: 6, useGrouping: false }),
    compact: number({ notation: 'compact', maximumFractionDigits: 1 }),
    day: date(day),
    utcDay: date({ ...day, timeZone: 'UTC' }),
    utcShortDay: date({ month: 'short', day: 'numeric', timeZone: 'UTC' }),
    month: date(longMonth),
    utcMonth: date({ ...longMonth, timeZone: 'UTC' }),
    utcShortMonth: date({ ...shortMonth, timeZone: 'UTC' }),
    time: clock(time),
    hour: clock({ hour: 'numeric', minute: '2-digit' }),
  }
}

function once<Value>(create: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= create()
    return value
  }
}

type Formats = ReturnType<typeof createFormats>

let formats = createFormats(textLanguage)

/** The language of dates and numbers. */
export function readFormatLanguage(): string {
  return formats.language
}

/** Applies to what is formatted from now on. `system`, or a language with its region. */
export function setFormatLanguage(language: string): void {
  const resolved = resolveFormatLanguage(language)
  if (resolved !== formats.language) formats = createFormats(resolved)
}

/** `1,234`; below ten with one decimal. */
export function formatCount(value: number): string {
  return value < 10 ? formats.fraction().format(value) : formats.count().format(Math.round(value))
}

/** `1 file`, `1,234 files`. */
export function formatPlural(value: number, one: string, several = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : several}`
}

/** `0 B`, `12.4 KB`, `3.1 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 999_950) return `${formats.fraction().format(bytes / 1000)} KB`
  return `${formats.fraction().format(bytes / 1_000_000)} MB`
}

/** `1,048,576` is `1M` and `65,536` is `64k`: limits are powers of two, or round. */
export function formatTokens(tokens: number): string {
  const [thousand, million] = tokens % 1000 === 0 ? [1000, 1_000_000] : [1024, 1_048_576]
  if (tokens >= million) return `${formats.fraction().format(tokens / million)}M`
  return tokens >= thousand ? `${Math.round(tokens / thousand)}k` : String(tokens)
}

/** Milliseconds as `320 ms`, `2.32 s`, `41.2 s`, `3 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 9.995) return `${formats.twoDigits().format(seconds)} s`
  if (seconds < 59.95) return `${formats.oneDigit().format(seconds)} s`
  const whole = Math.round(seconds)
  return `${formatCount(Math.floor(whole / 60))} min ${whole % 60} s`
}

/** Milliseconds as in `formatDuration`, but all seconds below a minute with one decimal: `2.3 s`. */
export function formatShortDuration(milliseconds: number): string {
  const isSeconds = milliseconds >= 999.5 && milliseconds < 59_950
  return isSeconds ? `${formats.oneDigit().format(milliseconds / 1000)} s` : formatDuration(milliseconds)
}

/** The length of audio or video, rounded; never `0:00` if there is any. */
export function formatLength(seconds: number): string {
  return formatClock(seconds > 0 ? Math.max(1, Math.round(seconds)) : 0)
}

/** Positions in audio and video, and elapsed time: `0:07`, `12:34`, `1:02:03`. */
export function formatClock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const rest = String(whole % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

/** `now`, `5 min`, `3 h`, `2 d`, and the day after a week. */
export function formatAge(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h`
  return hours < 7 * 24 ? `${Math.floor(hours / 24)} d` : formatDay(at)
}

/** `9:00 AM` or `09:00`. */
export function formatHour(at: number): string {
  return formats.hour().format(at)
}

/** A moment in the user's time zone: `May 21, 2026`. */
export function formatDay(at: number): string {
  return formats.day().format(at)
}

/** A moment in the user's time zone: `May 2026`, with the whole name of the month. */
export function formatMonth(at: number): string {
  return formats.month().format(at)
}

/** A date that is the same in every time zone: `2026-05-21` is `May 21, 2026`. */
export function formatDate(date: string): string {
  return formats.utcDay().format(Date.parse(date))
}

/** `2026-05-21` is `May 21`. */
export function formatShortDate(date: string): string {
  return formats.utcShortDay().format(Date.parse(date))
}

/** `2026-10` is `October 2026`, or `Oct 2026`. */
export function formatYearMonth(month: string, length: 'long' | 'short'): string {
  return (length === 'long' ? formats.utcMonth() : formats.utcShortMonth()).format(Date.parse(month))
}

/** `9:05:30 AM` or `09:05:30`. */
export function formatTime(at: number, from: Formats = formats): string {
  return from.time().format(at)
}

/** `May 21, 2026, 9:05:30 AM` or `May 21, 2026, 09:05:30`. */
export function formatMoment(at: number, from: Formats = formats): string {
  return `${from.day().format(at)}, ${formatTime(at, from)}`
}

/** A share from 0 to 1: `12.5%`. */
export function formatPercent(share: number): string {
  return formats.percent().format(share)
}

/** `1.2M`, `65.5K`. */
export function formatCompact(value: number): string {
  return formats.compact().format(value)
}

/** With up to five significant digits: `0.71235`. */
export function formatSignificant(value: number): string {
  return formats.significant().format(value)
}

/** Always with this number of decimals, and without grouping, so that values align in columns: `0.7123`. */
export function formatFixed(value: number, decimals: number): string {
  return formats.fixed(decimals).format(value)
}

/** With up to six significant digits, without grouping, because it may be a year: `2026`, `0.125`. */
export function formatUngrouped(value: number): string {
  return formats.ungrouped().format(value)
}

/** When a request may be retried; `at` and `now` in milliseconds since 1970. */
export function describeRetry(at: number, now: number): string {
  const seconds = Math.ceil((at - now) / 1000)
  if (seconds <= 0) return 'You can retry now.'
  if (seconds < 100) return `Retry in ${formatPlural(seconds, 'second')}.`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 100
    ? `Retry in ${formatPlural(minutes, 'minute')}.`
    : `Retry in about ${formatPlural(Math.round(minutes / 60), 'hour')}.`
}
