// Joins the texts of pieces into one transcript with cuts, which map text offsets to times.
import type { Cut, Piece } from '#shared/schemas/transcription-job'

export type PieceText = Pick<Piece, 'from' | 'to' | 'begins'> & { readonly text: string }

export interface Stitched {
  readonly text: string
  readonly cuts: readonly Cut[]
}

/** Characters on each side of a seam that may repeat a few seconds of speech. */
const maxSeamLength = 400
/** Words on each side of a seam. */
const maxSeamWords = 40
/** A cut word is transcribed as one or two other words at the end of a piece, and at the start of the next. */
const maxBrokenWords = 2

export function stitch(pieces: readonly PieceText[]): Stitched {
  let text = ''
  let previousEnd = 0
  const cuts: Cut[] = []
  for (const { text: pieceText, from, to, begins } of pieces) {
    const next = pieceText.trim()
    const seam = begins === 'speech' ? findSeam(text, next) : undefined
    const textBefore = seam ? text.slice(0, seam.end) : text
    const added = seam ? next.slice(seam.start) : next
    const joined = seam ? textBefore : textBefore + separate(textBefore, added)
    const start = added.search(/\S/)
    cuts.push({ at: joined.length + Math.max(0, start), from: Math.max(from, previousEnd), to })
    text = joined + added
    previousEnd = to
  }
  return { text, cuts: cuts.map((cut) => ({ ...cut, at: Math.min(cut.at, text.length) })) }
}

function separate(before: string, after: string): string {
  if (before === '' || after === '') return ''
  const [last = ''] = [...before.slice(-2)].slice(-1)
  const [first = ''] = after
  return isUnspacedScript(last) && isUnspacedScript(first) ? '' : ' '
}

/** Whether the character, or punctuation, is of a script without spaces. */
function isUnspacedScript(character: string): boolean {
  return isUnspaced(character) || /[\u3000-\u303f\uff00-\uff65]/u.test(character)
}

/**
 * Finds the longest run of words that ends one text and starts the other, except for broken words. Returns the offsets
 * where the first text ends and the second one starts.
 */
function findSeam(before: string, after: string) {
  const skipped = Math.max(0, before.length - maxSeamLength)
  const tail = listWords(before.slice(skipped)).slice(-maxSeamWords)
  const head = listWords(after.slice(0, maxSeamLength)).slice(0, maxSeamWords)
  let best:
    | {
        readonly length: number
        readonly broken: number
        readonly seam: { readonly end: number; readonly start: number }
      }
    | undefined
  for (let dropped = 0; dropped <= maxBrokenWords; dropped += 1) {
    for (let at = 0; at <= maxBrokenWords; at += 1) {
      const length = countMatchingWords(tail, head, { dropped, at })
      const broken = dropped + at
      // There must be fewer broken words than equal ones.
      if (length <= broken || (best && length - broken <= best.length - best.broken)) continue
      const end = skipped + (tail[tail.length - 1 - dropped]?.end ?? 0)
      best = { length, broken, seam: { end, start: head[at + length - 1]?.end ?? 0 } }
    }
  }
  return best?.seam
}

/** The maximum number of equal words at the end of the tail, without its last `dropped`, and in the head from `at`. */
function countMatchingWords(
  tail: readonly SeamWord[],
  head: readonly SeamWord[],
  { dropped, at }: { readonly dropped: number; readonly at: number },
): number {
  const last = tail.length - dropped
  for (let length = Math.min(last, head.length - at); length > 0; length -= 1) {
    const isEqual = head
      .slice(at, at + length)
      .every(({ normalized }, index) => normalized === tail[last - length + index]?.normalized)
    if (isEqual) return length
  }
  return 0
}

/** Scripts without spaces between words. */
const unspaced = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Mymr}'
const unspacedCharacter = new RegExp(`[${unspaced}]`, 'u')
/** A run of letters, including apostrophes and hyphens between them. */
const run = /[\p{L}\p{N}\p{M}]+(?:['’\-.][\p{L}\p{N}\p{M}]+)*/gu
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

function isUnspaced(character: string): boolean {
  return unspacedCharacter.test(character) && /[\p{L}\p{N}]/u.test(character)
}

/** Limits the input of the segmenter, whose time grows with the square of the length (16 s for 80,000). */
const maxStretchLength = 500

/** Uses the segmenter only for scripts without spaces. */
export function countWords(text: string): number {
  let count = 0
  for (const [found] of text.matchAll(run)) count += unspacedCharacter.test(found) ? countSegmented(found) : 1
  return count
}

function countSegmented(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at += maxStretchLength) {
    const stretch = text.slice(at, at + maxStretchLength)
    for (const { isWordLike } of segmenter.segment(stretch)) if (isWordLike) count += 1
  }
  return count
}

interface SeamWord {
  /** The word without case, punctuation and Unicode variants, for comparison. */
  readonly normalized: string
  /** Offsets in the text. */
  readonly start: number
  readonly end: number
}

const token = new RegExp(
  `[${unspaced}](?<=[\\p{L}\\p{N}])\\p{M}*|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}'’])+`,
  'gu',
)

/** In scripts without spaces, each character is a word. */
function listWords(text: string): readonly SeamWord[] {
  return Array.from(text.matchAll(token), (found) => ({
    normalized: found[0].normalize('NFKC').toLowerCase().replace(/['’]/g, ''),
    start: found.index ?? 0,
    end: (found.index ?? 0) + found[0].length,
  })).filter(({ normalized }) => normalized !== '')
}

interface Edit {
  readonly before: string
  readonly after: string
}

/** Lengths of the text around a cut that is searched for after an edit. */
const contextLengths = [24, 10]
/** How far from the expected offset to search, in characters. */
const searchRadius = 5000

/** Moves a cut within replaced text by the text around it, or proportionally if that is not found. */
export function shiftCuts(cuts: readonly Cut[], edit: Edit): readonly Cut[] {
  const { before, after } = edit
  const maxLength = Math.min(before.length, after.length)
  const head = countWhile(maxLength, (at) => before.charCodeAt(at) === after.charCodeAt(at))
  const fromEnd = (text: string, at: number) => text.charCodeAt(text.length - 1 - at)
  const tail = countWhile(maxLength - head, (at) => fromEnd(before, at) === fromEnd(after, at))
  const removed = before.length - head - tail
  const inserted = after.length - head - tail
  let last = 0
  return cuts.map((cut) => {
    last = Math.max(last, shift(cut.at))
    return { ...cut, at: last }
  })

  function shift(at: number): number {
    if (at <= head) return at
    if (at >= head + removed) return at - removed + inserted
    const guess = head + Math.round(((at - head) / removed) * inserted)
    return findAgain(edit, at, guess) ?? guess
  }
}

function findAgain({ before, after }: Edit, at: number, guess: number): number | undefined {
  for (const length of contextLengths) {
    const behind = findNear(after, before.slice(at, at + length), guess)
    if (behind !== undefined) return behind
    const context = before.slice(Math.max(0, at - length), at)
    const ahead = findNear(after, context, guess - context.length)
    if (ahead !== undefined) return ahead + context.length
  }
  return undefined
}

/** The occurrence nearest to `position`. */
function findNear(text: string, context: string, position: number): number | undefined {
  if (context.trim().length < 4) return undefined
  const behind = text.slice(Math.max(0, position), position + searchRadius + context.length).indexOf(context)
  const start = Math.max(0, position - searchRadius)
  const ahead = text.slice(start, Math.max(0, position) + context.length).lastIndexOf(context)
  const positions = [
    ...(behind < 0 ? [] : [Math.max(0, position) + behind]),
    ...(ahead < 0 ? [] : [start + ahead]),
  ]
  return positions.sort((one, other) => Math.abs(one - position) - Math.abs(other - position))[0]
}

function countWhile(maxLength: number, isEqual: (at: number) => boolean): number {
  let count = 0
  while (count < maxLength && isEqual(count)) count += 1
  return count
}
