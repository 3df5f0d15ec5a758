// Finds the words of a text in any language, those included that put no spaces between them.

/** Scripts whose words stand without spaces. */
const unspaced = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Mymr}'
const unspacedLetter = new RegExp(`[${unspaced}]`, 'u')
/** Letters that go on, an apostrophe or a hyphen between them included. */
const run = /[\p{L}\p{N}\p{M}]+(?:['’\-.][\p{L}\p{N}\p{M}]+)*/gu
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

export function isUnspaced(letter: string): boolean {
  return unspacedLetter.test(letter) && /[\p{L}\p{N}]/u.test(letter)
}

/** Letters that the segmenter is given at once: its time grows with their square (16 s for 80,000). */
const longestStretch = 500

/** The segmenter is asked only where it must be. */
export function countWords(text: string): number {
  let count = 0
  for (const [found] of text.matchAll(run)) count += unspacedLetter.test(found) ? countWithin(found) : 1
  return count
}

function countWithin(letters: string): number {
  let count = 0
  for (let at = 0; at < letters.length; at += longestStretch) {
    const stretch = letters.slice(at, at + longestStretch)
    for (const { isWordLike } of segmenter.segment(stretch)) if (isWordLike) count += 1
  }
  return count
}

export interface SpokenWord {
  /** Without case, punctuation and accents' ways of being written: equal where the same was said. */
  readonly sound: string
  /** Offsets in the text. */
  readonly start: number
  readonly end: number
}

const token = new RegExp(
  `[${unspaced}](?<=[\\p{L}\\p{N}])\\p{M}*|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}'’])+`,
  'gu',
)

/** Where words have no spaces, each letter is one. */
export function listSpoken(text: string): readonly SpokenWord[] {
  return Array.from(text.matchAll(token), (found) => ({
    sound: found[0].normalize('NFKC').toLowerCase().replace(/['’]/g, ''),
    start: found.index ?? 0,
    end: (found.index ?? 0) + found[0].length,
  })).filter(({ sound }) => sound !== '')
}
