// Plans where a sound that is too long or too large for the upstream is cut.
import type { Loudness } from '#shared/audio/loudness'
import type { Piece } from '#shared/schemas/transcription-job'
import { findQuietest, findSilences } from './silence'

interface Plan {
  /** Of the whole. */
  readonly bytes: number
  readonly seconds: number
  /** Null where it is not known: then no cut is at a silence. */
  readonly loudness: Loudness | null
  /** Of a piece. */
  readonly limits: { readonly bytes: number; readonly seconds: number }
}

export type PlannedPiece = Pick<Piece, 'from' | 'to' | 'begins'>

/** What a piece may be of the limit in bytes: new containers cost a little, and not every second is as large. */
const bytesUsed = 0.92
/** Milliseconds by which a piece's last packet may exceed its end. */
const lastPacket = 500
/** Milliseconds that are in two pieces where the cut goes through speech. */
const longestOverlap = 2000
/** Milliseconds: between two sentences, not within a word. */
const leastSilence = 250
/** Milliseconds; longer silences are no better to cut in. */
const enoughSilence = 1500

/** Covers the whole, in order; where a piece begins in speech it overlaps the one before. */
export function planPieces({ bytes, seconds, loudness, limits }: Plan): PlannedPiece[] {
  // Beyond the very last packet, which may have no length of its own.
  const end = Math.floor(seconds * 1000) + 1
  if (bytes <= limits.bytes && seconds <= limits.seconds) return [{ from: 0, to: end, begins: 'start' }]
  const bySize = ((limits.bytes * bytesUsed) / bytes) * seconds * 1000
  const longest = Math.floor(Math.max(1000, Math.min(limits.seconds * 1000 - lastPacket, bySize)))
  const pieces: PlannedPiece[] = []
  let next: Pick<PlannedPiece, 'from' | 'begins'> = { from: 0, begins: 'start' }
  while (end - next.from > longest) {
    const cut = chooseCut(loudness, { from: next.from, end, longest })
    pieces.push({ ...next, to: cut.at })
    const overlap = Math.min(longestOverlap, Math.floor(longest / 4))
    next = cut.isSilent ? { from: cut.at, begins: 'silence' } : { from: cut.at - overlap, begins: 'speech' }
  }
  pieces.push({ ...next, to: end })
  return pieces
}

interface Window {
  /** Milliseconds. */
  readonly from: number
  readonly end: number
  readonly longest: number
}

/** In the last part of what a piece may be; pieces of about the same length are better than a short last one. */
function chooseCut(loudness: Loudness | null, { from, end, longest }: Window) {
  const even = (end - from) / Math.ceil((end - from) / longest)
  const span = { from: Math.floor(from + even * 0.7), to: from + longest }
  if (!loudness) return { at: Math.min(span.to, Math.ceil(from + even)), isSilent: false }
  const context = { from, to: span.to }
  const silences = findSilences(loudness, { span, least: leastSilence, context })
  const best = silences.reduce<(typeof silences)[number] | undefined>(
    (chosen, silence) => (chosen && measure(chosen) > measure(silence) ? chosen : silence),
    undefined,
  )
  if (best) return { at: Math.round((best.from + best.to) / 2), isSilent: true }
  return { at: findQuietest(loudness, span) ?? span.to, isSilent: false }
}

function measure({ from, to }: { readonly from: number; readonly to: number }): number {
  return Math.min(enoughSilence, to - from)
}
