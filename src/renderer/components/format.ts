// Numbers as people read them.
import { formatDay } from './format-date'

const count = new Intl.NumberFormat('en')
const fraction = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** `1,234`; below ten with one decimal. */
export function formatCount(value: number): string {
  return value < 10 ? fraction.format(value) : count.format(Math.round(value))
}

/** Milliseconds as `320 ms`, `2.32 s`, `41.2 s`, `3 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 9.995) return `${seconds.toFixed(2)} s`
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** `now`, `5 min`, `3 h`, `2 d`, and the day from a week on. */
export function formatAge(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h`
  return hours < 7 * 24 ? `${Math.floor(hours / 24)} d` : formatDay(at)
}

/** `0 B`, `12.4 kB`, `3.1 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 999_950) return `${fraction.format(bytes / 1000)} kB`
  return `${fraction.format(bytes / 1_000_000)} MB`
}
