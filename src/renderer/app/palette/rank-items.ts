// The order of the palette's items: by how well they match what was typed, and those that were used last.

import { scoreText } from '#shared/commands/find-text'
import type { PaletteItem } from '../../state/command-handlers'
import { changePreference, type RecentEntry, usePreferences } from '../../state/preferences'

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

const maxRecent = 20

export function recordRecent(entry: RecentEntry) {
  const others = usePreferences.getState().palette.recent.filter(({ id }) => id !== entry.id)
  changePreference('palette', { recent: [entry, ...others].slice(0, maxRecent) })
}

export function removeRecent(id: string) {
  const { recent } = usePreferences.getState().palette
  changePreference('palette', { recent: recent.filter((entry) => entry.id !== id) })
}
