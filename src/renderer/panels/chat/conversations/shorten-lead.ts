// Shortens what stands before a find, so that the find itself is seen where there is little room.
import type { SearchHit } from '#shared/schemas/search-hit'

/** Letters before the first find, at the most. */
const longestLead = 24

export function shortenLead(snippet: SearchHit['snippet']): SearchHit['snippet'] {
  const first = snippet.findIndex(({ found }) => found)
  if (first < 1) return snippet
  const lead = snippet
    .slice(0, first)
    .map(({ text }) => text)
    .join('')
  if (lead.length <= longestLead) return snippet
  const end = lead.slice(-longestLead)
  // From a word's beginning on, where there is one.
  const text = `…${end.replace(/^\S*\s+(?=\S)/, '')}`
  return [{ text, found: false }, ...snippet.slice(first)]
}
