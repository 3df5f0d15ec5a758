// The order of the palette's items: by how well they match what was typed, and those that were used last.

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { scoreText } from '#shared/commands/find-text'
import type { ItemKind } from '#shared/schemas/library'
import type { PaletteItem } from '../../state/command-handlers'
import { followOtherWindows } from '../../state/windows'

export interface PaletteGroup {
  /** Different in each group. */
  readonly heading: string
  readonly items: readonly PaletteItem[]
  /** Listed only for a search: there are many. */
  readonly isSearched?: boolean
  /** Found by their content, which the title need not contain. */
  readonly isFound?: boolean
  /** Below other items that match as well: they are many, and start with the name of a section. */
  readonly isLast?: boolean
}

/** The share of its score that a match in such a group keeps. */
const lastShare = 0.7

/** In each group. More are found by typing more. */
const maxItems = 40

/** Below any item whose title matches. */
const foundScore = 0.3

/** `recent`: ids, the last one first. Groups with the best matches come first; without a query, their order stays. */
export function rankGroups(
  groups: readonly PaletteGroup[],
  query: string,
  recent: readonly string[],
): PaletteGroup[] {
  const typed = query.trim()
  if (typed === '') return groups.filter(({ items, isSearched }) => items.length > 0 && !isSearched)
  const toScore = ({ id, title, words }: PaletteItem, { isFound = false, isLast = false }: PaletteGroup) => {
    const matched = scoreText(typed, title, words) * (isLast ? lastShare : 1)
    const score = matched || (isFound ? foundScore : 0)
    const at = recent.indexOf(id)
    return score === 0 || at < 0 ? score : score + 0.5 * (1 - at / recent.length)
  }
  return groups
    .map((group) => {
      const ranked = group.items
        .map((item) => ({ item, score: toScore(item, group) }))
        .filter(({ score }) => score > 0)
        // Stable: equal ones stay in their order.
        .sort((one, other) => other.score - one.score)
        .slice(0, maxItems)
      return { best: ranked[0]?.score ?? 0, group: { ...group, items: ranked.map(({ item }) => item) } }
    })
    .filter(({ best }) => best > 0)
    .sort((one, other) => other.best - one.best)
    .map(({ group }) => group)
}

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
