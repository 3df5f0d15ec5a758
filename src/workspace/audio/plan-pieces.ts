// Plans where a recording is cut: in silence, within the limits of a request; and how much of it is speech.
import { type Loudness, toDecibels, toLevel } from '#shared/audio/loudness'
import type { Piece } from '#shared/schemas/transcription-job'

interface Plan {
  /** Of the recording. */
  readonly bytes: number
  readonly seconds: number
  /** Null if it is not known: then no cut is at a silence. */
  readonly loudness: Loudness | null
  /** Of a piece. */
  readonly limits: { readonly bytes: number; readonly seconds: number }
}

export type PlannedPiece = Pick<Piece, 'from' | 'to' | 'begins'>

/** What a piece may be of the limit in bytes: new containers cost a little, and not every second is as large. */
const bytesUsed = 0.92
/** Milliseconds by which a piece's last packet may exceed its end. */
const lastPacket = 500
/** Milliseconds that are in two pieces if the cut goes through speech. */
const maxOverlap = 2000
/** Milliseconds: between two sentences, not within a word. */
const minSilence = 250
/** Milliseconds; longer silences are no better to cut in. */
const enoughSilence = 1500

/** Covers all of it, in order; if a piece begins in speech it overlaps the one before. */
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
    const overlap = Math.min(maxOverlap, Math.floor(longest / 4))
    next = cut.isSilent ? { from: cut.at, begins: 'silence' } : { from: cut.at - overlap, begins: 'speech' }
  }
  pieces.push({ ...next, to: end })
  return pieces
}

/** Milliseconds of the sound. */
export interface Span {
  readonly from: number
  readonly to: number
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
  const silences = findSilences(loudness, { span, least: minSilence, context })
  const best = silences.reduce<(typeof silences)[number] | undefined>(
    (chosen, silence) => (chosen && measure(chosen) > measure(silence) ? chosen : silence),
    undefined,
  )
  if (best) return { at: Math.round((best.from + best.to) / 2), isSilent: true }
  return { at: findQuietest(loudness, span) ?? span.to, isSilent: false }
}

function measure({ from, to }: Span): number {
  return Math.min(enoughSilence, to - from)
}

interface Search {
  readonly span: Span
  /** Milliseconds: what is shorter belongs to the speech around it. */
  readonly least: number
  /** What the span is compared with; itself if nothing else is given. */
  readonly context?: Span
}

/** Decibels: with less between its quiet and its loud parts a sound has no silence that could be distinguished. */
const minContrast = 8
/** Decibels below the loud parts at which noise is taken for none. */
const deepest = 50
/** Milliseconds to each side over which a level is a mean: a click makes no speech. */
const reach = 40

/** In order, clipped to the span. */
function findSilences(loudness: Loudness, { span, least, context = span }: Search): Span[] {
  const { step } = loudness
  const limit = findLimit(levelsWithin(loudness, context))
  const levels = levelsWithin(loudness, span)
  const offset = Math.max(0, Math.floor(span.from / step))
  const silences: Span[] = []
  let begin: number | undefined
  for (let at = 0; at <= levels.length; at += 1) {
    const level = levels[at]
    if (level !== undefined && level <= limit) {
      begin ??= at
    } else if (begin !== undefined) {
      const from = Math.max(span.from, (offset + begin) * step)
      const to = Math.min(span.to, (offset + at) * step)
      if (to - from >= least) silences.push({ from, to })
      begin = undefined
    }
  }
  return silences
}

/** Position of the quietest moment, in milliseconds; the last of several such places. Undefined if nothing is known of the span. */
function findQuietest(loudness: Loudness, span: Span): number | undefined {
  const levels = levelsWithin(loudness, span)
  let quietest: number | undefined
  for (const [at, level] of levels.entries()) {
    if (quietest === undefined || level <= (levels[quietest] ?? 0)) quietest = at
  }
  if (quietest === undefined) return undefined
  const offset = Math.max(0, Math.floor(span.from / loudness.step))
  const middle = (offset + quietest + 0.5) * loudness.step
  return Math.round(Math.min(span.to, Math.max(span.from, middle)))
}

/** Smoothed. */
function levelsWithin({ levels, step }: Loudness, { from, to }: Span): Float32Array {
  const first = Math.max(0, Math.floor(from / step))
  const end = Math.min(levels.length, Math.ceil(to / step))
  const radius = Math.round(reach / step)
  const smooth = new Float32Array(Math.max(0, end - first))
  for (let at = 0; at < smooth.length; at += 1) {
    const low = Math.max(first, first + at - radius)
    const high = Math.min(end, first + at + radius + 1)
    let sum = 0
    for (let near = low; near < high; near += 1) sum += levels[near] ?? 0
    smooth[at] = sum / (high - low)
  }
  return smooth
}

/** The highest level that counts as silent; digital silence always does. */
function findLimit(levels: Float32Array): number {
  const counts = new Uint32Array(256)
  for (const level of levels) counts[Math.round(level)] = (counts[Math.round(level)] ?? 0) + 1
  const heard = levels.length - (counts[0] ?? 0)
  if (heard === 0) return 0
  const loud = toDecibels(findShare(counts, heard * 0.95))
  const noise = Math.max(toDecibels(findShare(counts, heard * 0.02)), loud - deepest)
  const contrast = loud - noise
  return contrast < minContrast ? 0 : toLevel(noise + Math.min(12, Math.max(4, contrast / 4)))
}

/** The level that so many of the steps do not exceed; digital silence is left out. */
function findShare(counts: Uint32Array, share: number): number {
  let passed = 0
  for (let level = 1; level < 256; level += 1) {
    passed += counts[level] ?? 0
    if (passed >= share) return level
  }
  return 255
}

/** Milliseconds: shorter pauses belong to a sentence. */
const minPause = 300
/** Milliseconds to each side that are faint, and belong to the words. */
const faint = 100
/** Milliseconds: what is shorter is a noise. */
const minSpeech = 80
/** Milliseconds around the span that it is compared with. */
const around = 60_000

/** In order, within the span and apart from each other. All of the span if nothing in it is louder than the rest. */
export function estimateSpeech(loudness: Loudness, from: number, to: number): Span[] {
  const context = { from: Math.max(0, from - around), to: to + around }
  const silences = findSilences(loudness, { span: { from, to }, least: minPause, context })
  const begins = [from, ...silences.map((silence) => silence.to)]
  const ends = [...silences.map((silence) => silence.from), to]
  const parts = begins.flatMap((begin, index) => {
    const end = ends[index] ?? to
    if (end - begin < minSpeech) return []
    return [{ from: Math.max(from, begin - faint), to: Math.min(to, end + faint) }]
  })
  return parts.length > 0 ? parts : [{ from, to }]
}
