// Numbers, sizes, durations, days and times as people read them, the same everywhere.

const count = new Intl.NumberFormat('en-US')
const fraction = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** `1,234`; below ten with one decimal. */
export function formatCount(value: number): string {
  return value < 10 ? fraction.format(value) : count.format(Math.round(value))
}

/** `1 file`, `1,234 files`. */
export function formatPlural(value: number, one: string, several = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : several}`
}

/** `0 B`, `12.4 KB`, `3.1 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 999_950) return `${fraction.format(bytes / 1000)} KB`
  return `${fraction.format(bytes / 1_000_000)} MB`
}

/** `1,048,576` is `1M` and `65,536` is `64k`: limits are powers of two, or round. */
export function formatTokens(tokens: number): string {
  const [thousand, million] = tokens % 1000 === 0 ? [1000, 1_000_000] : [1024, 1_048_576]
  if (tokens >= million) return `${fraction.format(tokens / million)}M`
  return tokens >= thousand ? `${Math.round(tokens / thousand)}k` : String(tokens)
}

/** Milliseconds as `320 ms`, `2.32 s`, `41.2 s`, `3 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 9.995) return `${seconds.toFixed(2)} s`
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  return `${formatCount(Math.floor(whole / 60))} min ${whole % 60} s`
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

const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
const time = { hour: 'numeric', minute: '2-digit', second: '2-digit' } as const
const localDays = new Intl.DateTimeFormat('en-US', day)
const utcDays = new Intl.DateTimeFormat('en-US', { ...day, timeZone: 'UTC' })

type HourCycle = NonNullable<Intl.ResolvedDateTimeFormatOptions['hourCycle']>
const localHourCycle = new Intl.DateTimeFormat(undefined, time).resolvedOptions().hourCycle ?? 'h12'
const localTimes = createTimeFormat(localHourCycle)

/** The texts are American English; whether the day has 12 or 24 hours follows the user's locale. */
export function createTimeFormat(hourCycle: HourCycle): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', { ...time, hourCycle })
}

const localHours = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: localHourCycle,
})

/** `9:00 AM` or `09:00`. */
export function formatHour(at: number): string {
  return localHours.format(at)
}

/** A moment in the user's time zone: `May 21, 2026`. */
export function formatDay(at: number): string {
  return localDays.format(at)
}

/** A date that is the same in every time zone: `2026-05-21` is `May 21, 2026`. */
export function formatDate(date: string): string {
  return utcDays.format(Date.parse(date))
}

/** `9:05:30 AM` or `09:05:30`. */
export function formatTime(at: number, format = localTimes): string {
  return format.format(at)
}

/** `May 21, 2026, 9:05:30 AM` or `May 21, 2026, 09:05:30`. */
export function formatMoment(at: number, format = localTimes): string {
  return `${formatDay(at)}, ${formatTime(at, format)}`
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

interface FileCounts {
  readonly files: number
  readonly totalFiles: number
  readonly bytes: number
  readonly totalBytes: number
}

/** By bytes, or by files if all of them are empty. At most 100, even if files were added meanwhile. */
export function toPercent({ files, totalFiles, bytes, totalBytes }: FileCounts): number {
  const share = totalBytes > 0 ? bytes / totalBytes : totalFiles > 0 ? files / totalFiles : 0
  return Math.min(100, Math.round(share * 100))
}
