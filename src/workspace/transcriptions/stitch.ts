// Joins the texts of a sound's pieces to one, without the words that two of them hold where they overlap.
import type { Cut, Piece } from '#shared/schemas/transcription-job'
import { isUnspaced, listSpoken, type SpokenWord } from './spoken-words'

export type SpokenPiece = Pick<Piece, 'from' | 'to' | 'begins'> & { readonly text: string }

export interface Stitched {
  readonly text: string
  readonly cuts: readonly Cut[]
}

/** Letters at either side of a seam that can hold what was said twice, in a few seconds. */
const seamLength = 400
/** Words at either side of a seam. */
const seamWords = 40
/** A word cut in two is heard as another one or two, at the end of the one piece and the beginning of the other. */
const mostBroken = 2

export function stitch(pieces: readonly SpokenPiece[]): Stitched {
  let text = ''
  let said = 0
  const cuts: Cut[] = []
  for (const { text: spoken, from, to, begins } of pieces) {
    const next = spoken.trim()
    const seam = begins === 'speech' ? findSeam(text, next) : undefined
    const kept = seam ? text.slice(0, seam.end) : text
    const added = seam ? next.slice(seam.start) : next
    const joined = seam ? kept : kept + separate(kept, added)
    const start = added.search(/\S/)
    cuts.push({ at: joined.length + Math.max(0, start), from: Math.max(from, said), to })
    text = joined + added
    said = to
  }
  return { text, cuts: cuts.map((cut) => ({ ...cut, at: Math.min(cut.at, text.length) })) }
}

function separate(before: string, after: string): string {
  if (before === '' || after === '') return ''
  const [last = ''] = [...before.slice(-2)].slice(-1)
  const [first = ''] = after
  return isDense(last) && isDense(first) ? '' : ' '
}

/** Of a script without spaces, its punctuation included. */
function isDense(letter: string): boolean {
  return isUnspaced(letter) || /[\u3000-\u303f\uff00-\uff65]/u.test(letter)
}

interface Seam {
  /** Where the text before is left. */
  readonly end: number
  /** Where the text after is entered. */
  readonly start: number
}

/** The longest run of words that ends the one and begins the other, but for what the cut has broken. */
function findSeam(before: string, after: string): Seam | undefined {
  const skipped = Math.max(0, before.length - seamLength)
  const tail = listSpoken(before.slice(skipped)).slice(-seamWords)
  const head = listSpoken(after.slice(0, seamLength)).slice(0, seamWords)
  let best: { readonly length: number; readonly broken: number; readonly seam: Seam } | undefined
  for (let lost = 0; lost <= mostBroken; lost += 1) {
    for (let at = 0; at <= mostBroken; at += 1) {
      const length = matchEnding(tail, head, { lost, at })
      const broken = lost + at
      // What is broken must be less than what is alike.
      if (length <= broken || (best && length - broken <= best.length - best.broken)) continue
      const end = skipped + (tail[tail.length - 1 - lost]?.end ?? 0)
      best = { length, broken, seam: { end, start: head[at + length - 1]?.end ?? 0 } }
    }
  }
  return best?.seam
}

/** Of how many words the tail's end, without its last `lost`, equals the head from its word `at` on; the most. */
function matchEnding(
  tail: readonly SpokenWord[],
  head: readonly SpokenWord[],
  { lost, at }: { readonly lost: number; readonly at: number },
): number {
  const last = tail.length - lost
  for (let length = Math.min(last, head.length - at); length > 0; length -= 1) {
    const isAlike = head
      .slice(at, at + length)
      .every(({ sound }, index) => sound === tail[last - length + index]?.sound)
    if (isAlike) return length
  }
  return 0
}
