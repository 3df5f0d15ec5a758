// Suggests tags for typed text, and counts the tags of several items.
import type { LibraryItem } from '#shared/schemas/library'

const maxSuggestions = 8

/** Known tags that contain the typed text, those that begin with it first, without the present ones. */
export function suggestTags(typed: string, known: readonly string[], present: readonly string[]): string[] {
  const search = fold(typed)
  const found = known.filter((tag) => !present.includes(tag) && fold(tag).includes(search))
  const first = found.filter((tag) => fold(tag).startsWith(search))
  return [...first, ...found.filter((tag) => !first.includes(tag))].slice(0, maxSuggestions)
}

/** Trimmed, in the spelling of a known tag. Null if it is empty. */
export function toTag(typed: string, known: readonly string[]): string | null {
  const tag = typed.trim()
  if (!tag) return null
  return known.find((each) => fold(each) === fold(tag)) ?? tag
}

interface TagCount {
  readonly tag: string
  /** The number of items with this tag. */
  readonly count: number
}

/** The most frequent first. */
export function countTags(items: readonly Pick<LibraryItem, 'tags'>[]): TagCount[] {
  const counts = new Map<string, number>()
  for (const tag of items.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .sort((one, other) => other.count - one.count || one.tag.localeCompare(other.tag))
}

function fold(text: string): string {
  return text.trim().normalize('NFC').toLowerCase()
}
