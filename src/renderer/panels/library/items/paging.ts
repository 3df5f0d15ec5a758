// Which pages of the found items are asked for, and where what is in view stands once they have changed.
import type { Place } from '../choosing/selection'

export const pageLength = 100
/** So many items before and after those in view are there before they are seen. */
const ahead = 60

/** The numbers of the pages that hold the items from `first` to `last`, and those around them. */
export function listPages(first: number, last: number, total: number): number[] {
  if (total === 0) return []
  const from = toPage(Math.max(0, first - ahead))
  const to = toPage(Math.min(total - 1, last + ahead))
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}

export function toPage(index: number): number {
  return Math.floor(index / pageLength)
}

/** By how many rows what was in view has moved; 0 where none of it is there any more. */
export function findShift(
  seen: readonly Place[],
  find: (id: string) => number | undefined,
  columns: number,
): number {
  for (const { id, index } of seen) {
    const now = find(id)
    if (now !== undefined) return Math.floor(now / columns) - Math.floor(index / columns)
  }
  return 0
}
