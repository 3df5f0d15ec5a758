// Reads what was typed into the search as words: long ones for the index of trigrams, short ones for a comparison.

export interface SearchQuery {
  /** An expression of FTS5; null where no word is long enough for the index. */
  readonly match: string | null
  /** Compared letter by letter, because the index knows nothing shorter than three. */
  readonly short: readonly string[]
}

const mostWords = 32
const mostLetters = 1000

/** Every word must be found. Whatever was typed is a word, quotes and operators too. Undefined where there is none. */
export function readSearchQuery(typed: string): SearchQuery | undefined {
  const words = typed
    .slice(0, mostLetters)
    .normalize('NFC')
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== '')
    .slice(0, mostWords)
  if (words.length === 0) return undefined
  const long = words.filter((word) => countLetters(word) >= 3)
  return {
    match: long.length === 0 ? null : long.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND '),
    short: words.filter((word) => countLetters(word) < 3),
  }
}

/** As the index counts: a mark above a letter is none. */
function countLetters(word: string): number {
  return [...word.replace(/\p{M}/gu, '')].length
}

/** Patterns for LIKE, which knows no capitals but those of ASCII. Its escape is the backslash. */
export function toPatterns(word: string): string[] {
  const spellings = new Set([word, word.toLowerCase(), word.toUpperCase()])
  // Capitals of some letters are two others (`ß`, `SS`): those are another word.
  const same = [...spellings].filter(({ length }) => length === word.length)
  return same.map((spelling) => `%${spelling.replace(/[\\%_]/g, '\\$&')}%`)
}
