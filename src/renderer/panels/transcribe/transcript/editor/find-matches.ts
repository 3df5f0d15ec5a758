// Finds the places of a text where some words stand, as they are written.

export interface FindQuery {
  readonly text: string
  readonly matchCase: boolean
  readonly wholeWord: boolean
}

/** Offsets in the text, in UTF-16 units. */
export interface Match {
  readonly from: number
  readonly to: number
}

export function findMatches(text: string, query: FindQuery): readonly Match[] {
  if (query.text === '') return []
  const matches: Match[] = []
  for (const found of text.matchAll(toPattern(query))) {
    const from = found.index ?? 0
    matches.push({ from, to: from + found[0].length })
  }
  return matches
}

function toPattern({ text, matchCase, wholeWord }: FindQuery): RegExp {
  const literal = text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const [before, after] = wholeWord ? ['(?<![\\p{L}\\p{N}\\p{M}_])', '(?![\\p{L}\\p{N}\\p{M}_])'] : ['', '']
  return new RegExp(`${before}${literal}${after}`, matchCase ? 'gu' : 'giu')
}

/** The first that begins at a place or behind it, else the first of all; −1 where there is none. */
export function findNext(matches: readonly Match[], from: number): number {
  if (matches.length === 0) return -1
  const at = countBefore(matches, from)
  return at === matches.length ? 0 : at
}

/** The last that begins before a place, else the last of all; −1 where there is none. */
export function findPrevious(matches: readonly Match[], before: number): number {
  const at = countBefore(matches, before) - 1
  return at < 0 ? matches.length - 1 : at
}

/** How many begin before an offset. */
export function countBefore(matches: readonly Match[], offset: number): number {
  let [low, high] = [0, matches.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((matches[middle]?.from ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return low
}
