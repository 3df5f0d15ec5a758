// Days and times of day as this application writes them, everywhere alike.

const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const

const days = new Intl.DateTimeFormat('en-GB', day)
const daysOfNowhere = new Intl.DateTimeFormat('en-GB', { ...day, timeZone: 'UTC' })
const times = new Intl.DateTimeFormat('en-GB', time)

/** Of a moment, where the user is: `21 May 2026`. */
export function formatDay(at: number): string {
  return days.format(at)
}

/** Of a date that is one in every time zone: `2026-05-21` is `21 May 2026`. */
export function formatDate(date: string): string {
  return daysOfNowhere.format(Date.parse(date))
}

/** `09:05:30`. */
export function formatTime(at: number): string {
  return times.format(at)
}

/** `21 May 2026, 09:05:30`. */
export function formatMoment(at: number): string {
  return `${formatDay(at)}, ${formatTime(at)}`
}
