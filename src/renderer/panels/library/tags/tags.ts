// Tags that may be meant by what is typed, and how several items bear them.
import type { LibraryItem } from '#shared/schemas/library'

const maxSuggestions = 8

/** Known tags that hold what is typed, those that begin with it first; none that are borne already. */
export function suggestTags(typed: string, known: readonly string[], borne: readonly string[]): string[] {
  const wished = fold(typed)
  const found = known.filter((tag) => !borne.includes(tag) && fold(tag).includes(wished))
  const first = found.filter((tag) => fold(tag).startsWith(wished))
  return [...first, ...found.filter((tag) => !first.includes(tag))].slice(0, maxSuggestions)
}

/** As it is kept: without the spaces around it, in the spelling of one that is known. Null where it is none. */
export function toTag(typed: string, known: readonly string[]): string | null {
  const tag = typed.trim()
  if (!tag) return null
  return known.find((each) => fold(each) === fold(tag)) ?? tag
}

interface TagCount {
  readonly tag: string
  /** By so many of the items. */
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
