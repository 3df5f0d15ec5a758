// The items used last in the palette: listed first, and ranked higher. They survive a restart.

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { ItemKind } from '#shared/schemas/library'
import { followOtherWindows } from '../../state/follow-other-windows'

/** A chat, video, … of the Library: shown without reading it. */
interface RecentObject {
  readonly title: string
  readonly kind: ItemKind
  readonly isSession: boolean
}

export interface RecentEntry {
  /** That of the palette's item. */
  readonly id: string
  /** Absent for commands, settings, and models, which are always known. */
  readonly object?: RecentObject | undefined
}

const maxRecent = 20

export const useRecent = create<{ readonly entries: readonly RecentEntry[] }>()(
  persist((): { entries: readonly RecentEntry[] } => ({ entries: [] }), { name: 'palette', version: 1 }),
)
followOtherWindows(useRecent)

export function recordRecent(entry: RecentEntry) {
  useRecent.setState(({ entries }) => ({
    entries: [entry, ...entries.filter(({ id }) => id !== entry.id)].slice(0, maxRecent),
  }))
}

export function removeRecent(id: string) {
  useRecent.setState(({ entries }) => ({ entries: entries.filter((entry) => entry.id !== id) }))
}
