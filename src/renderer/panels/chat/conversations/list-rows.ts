// Groups the conversations of the list: pinned ones first, then by the day of their last change.
import type { Conversation } from '#shared/schemas/chat'

export type ListRow =
  | { readonly kind: 'heading'; readonly key: string; readonly name: string }
  | { readonly kind: 'conversation'; readonly key: string; readonly conversation: Conversation }

/** In the given order: pinned ones first, then the newest. Groups without conversations are omitted. */
export function toListRows(conversations: readonly Conversation[], now: number): ListRow[] {
  const rows: ListRow[] = []
  let group = ''
  for (const conversation of conversations) {
    const { id, pinnedAt, updatedAt } = conversation
    const name = pinnedAt === null ? nameDay(updatedAt, now) : 'Pinned'
    if (name !== group) rows.push({ kind: 'heading', key: `heading ${name}`, name })
    group = name
    rows.push({ kind: 'conversation', key: id, conversation })
  }
  return rows
}

const months = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' })

/** In the user's time zone. A time in the future, after the clock was set back, is today. */
export function nameDay(at: number, now: number): string {
  const startOf = (daysAgo: number) => {
    const day = new Date(now)
    // Days of 23 and 25 hours exist, so that milliseconds must not be subtracted.
    return new Date(day.getFullYear(), day.getMonth(), day.getDate() - daysAgo).getTime()
  }
  if (at >= startOf(0)) return 'Today'
  if (at >= startOf(1)) return 'Yesterday'
  if (at >= startOf(7)) return 'Previous 7 days'
  return at >= startOf(30) ? 'Previous 30 days' : months.format(at)
}
