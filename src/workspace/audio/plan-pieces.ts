// Plans the pieces of a recording, cut in silence and within the limits of a request, and estimates where speech is.
import { type Loudness, toDecibels, toLevel } from '#shared/audio/loudness'
import type { Piece } from '#shared/schemas/transcription-job'

interface PlanOptions {
  /** The size of the recording. */
  readonly bytes: number
  readonly seconds: number
  /** Null if it is unknown; then cuts ignore silences. */
  readonly loudness: Loudness | null
  /** The limits of a piece. */
  readonly limits: { readonly bytes: number; readonly seconds: number }
}

export type PlannedPiece = Pick<Piece, 'from' | 'to' | 'begins'>

/** The share of the byte limit that a piece may use, because containers add bytes and the bit rate varies. */
const usableShare = 0.92
/** How far a piece's last packet may exceed its end. */
const maxLastPacketMs = 500
/** How much two pieces overlap if the cut is within speech. */
const maxOverlapMs = 2000
/** Longer than pauses within a word. */
const minSilenceMs = 250
/** Longer silences are no better for a cut. */
const maxUsefulSilenceMs = 1500

/** Covers the whole recording in order. A piece that starts in speech overlaps the one before. */
export function planPieces({ bytes, seconds, loudness, limits }: PlanOptions): PlannedPiece[] {
  // Beyond the last packet, which may have no duration.
  const end = Math.floor(seconds * 1000) + 1
  if (bytes <= limits.bytes && seconds <= limits.seconds) return [{ from: 0, to: end, begins: 'start' }]
  const bySize = ((limits.bytes * usableShare) / bytes) * seconds * 1000
  const maxLength = Math.floor(Math.max(1000, Math.min(limits.seconds * 1000 - maxLastPacketMs, bySize)))
  const pieces: PlannedPiece[] = []
  let next: Pick<PlannedPiece, 'from' | 'begins'> = { from: 0, begins: 'start' }
  while (end - next.from > maxLength) {
    const cut = findCut(loudness, next.from, end, maxLength)
    pieces.push({ ...next, to: cut.at })
    const overlap = Math.min(maxOverlapMs, Math.floor(maxLength / 4))
    next = cut.isSilent ? { from: cut.at, begins: 'silence' } : { from: cut.at - overlap, begins: 'speech' }
  }
  pieces.push({ ...next, to: end })
  return pieces
}

interface SkipOptions extends PlanOptions {
  readonly loudness: Loudness
}

/** Shorter silences are sent, because each one that is skipped costs a request. */
const minSkippedMs = 5000
/** Sent of a skipped silence on both sides: words start and end faintly. */
const skippedEdgeMs = 500

/** Covers all but the long silences. Empty for digital silence; one whole piece if nothing can be skipped. */
export function planAudiblePieces({ bytes, seconds, loudness, limits }: SkipOptions): PlannedPiece[] {
  const end = Math.floor(seconds * 1000) + 1
  return listAudible(loudness, end).flatMap(({ from, to }) => {
    const span = { bytes: bytes * ((to - from) / end), seconds: (to - from) / 1000, limits }
    const planned = planPieces({ ...span, loudness: sliceLoudness(loudness, from, to) })
    return planned.map((piece, index): PlannedPiece => {
      const begins = index === 0 && from > 0 ? 'silence' : piece.begins
      return { from: piece.from + from, to: Math.min(piece.to + from, to), begins }
    })
  })
}

/** Quiet speech is close to the noise, so less counts as silence than for a cut. */
const maxSkippedMargin = 6
/** A recording may become louder or quieter: the level of silence is that of some minutes. */
const skipWindowMs = 300_000

function listAudible(loudness: Loudness, end: number): Span[] {
  const silences: Span[] = []
  for (let from = 0; from < end; from += skipWindowMs) {
    const span = { from, to: Math.min(end, from + skipWindowMs) }
    const context = { from: Math.max(0, span.from - contextMs), to: span.to + contextMs }
    for (const silence of findSilences(loudness, {
      span,
      minLength: 1,
      context,
      maxMargin: maxSkippedMargin,
    })) {
      const last = silences.at(-1)
      if (last?.to === silence.from) silences.splice(-1, 1, { from: last.from, to: silence.to })
      else silences.push(silence)
    }
  }
  const audible: Span[] = []
  let next = 0
  for (const { from, to } of silences) {
    // Nothing is said before the start or after the end.
    const skipped = {
      from: from === 0 ? 0 : from + skippedEdgeMs,
      to: to >= end - loudness.step ? end : to - skippedEdgeMs,
    }
    if (to - from < minSkippedMs) continue
    if (skipped.from > next) audible.push({ from: next, to: skipped.from })
    next = skipped.to
  }
  if (next < end) audible.push({ from: next, to: end })
  return audible
}

/** The times of the result start at 0. */
export function sliceLoudness({ step, peaks, levels }: Loudness, from: number, to: number): Loudness {
  const [first, last] = [Math.floor(from / step), Math.ceil(to / step)]
  const span = { peaks: peaks.slice(first, last), levels: levels.slice(first, last) }
  return { step, seconds: (to - from) / 1000, ...span }
}

/** Times in milliseconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Finds a cut in the last part of a piece, with pieces of similar length rather than a short last one. */
function findCut(loudness: Loudness | null, from: number, end: number, maxLength: number) {
  const even = (end - from) / Math.ceil((end - from) / maxLength)
  const span = { from: Math.floor(from + even * 0.7), to: from + maxLength }
  if (!loudness) return { at: Math.min(span.to, Math.ceil(from + even)), isSilent: false }
  const context = { from, to: span.to }
  const silences = findSilences(loudness, { span, minLength: minSilenceMs, context })
  const best = silences.reduce<(typeof silences)[number] | undefined>(
    (preferred, silence) =>
      preferred && usefulLength(preferred) > usefulLength(silence) ? preferred : silence,
    undefined,
  )
  if (best) return { at: Math.round((best.from + best.to) / 2), isSilent: true }
  return { at: findQuietest(loudness, span) ?? span.to, isSilent: false }
}

function usefulLength({ from, to }: Span): number {
  return Math.min(maxUsefulSilenceMs, to - from)
}

interface Search {
  readonly span: Span
  /** Shorter silences belong to the speech around them. */
  readonly minLength: number
  /** The range that determines the level of silence; the span itself by default. */
  readonly context?: Span
  /** Decibels above the noise that still count as silent. */
  readonly maxMargin?: number
}

/** In decibels. With less contrast between quiet and loud parts, silence cannot be detected. */
const minContrast = 8
/** Noise that is more decibels below the loud parts counts as none. */
const maxContrast = 50
/** Levels are averaged this far to each side, so that a click does not count as speech. */
const smoothingMs = 40

/** Lists silences in order, clipped to the span. */
function findSilences(loudness: Loudness, search: Search): Span[] {
  const { span, minLength, context = span, maxMargin = 12 } = search
  const { step } = loudness
  const limit = findSilenceLevel(levelsWithin(loudness, context), maxMargin)
  const levels = levelsWithin(loudness, span)
  const offset = Math.max(0, Math.floor(span.from / step))
  const silences: Span[] = []
  let start: number | undefined
  for (let at = 0; at <= levels.length; at += 1) {
    const level = levels[at]
    if (level !== undefined && level <= limit) {
      start ??= at
    } else if (start !== undefined) {
      const from = Math.max(span.from, (offset + start) * step)
      const to = Math.min(span.to, (offset + at) * step)
      if (to - from >= minLength) silences.push({ from, to })
      start = undefined
    }
  }
  return silences
}

/** The time of the quietest moment, the last of several equal ones. Undefined if the loudness of the span is unknown. */
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

/** Returns smoothed levels. */
function levelsWithin({ levels, step }: Loudness, { from, to }: Span): Float32Array {
  const first = Math.max(0, Math.floor(from / step))
  const end = Math.min(levels.length, Math.ceil(to / step))
  const radius = Math.round(smoothingMs / step)
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

/** The highest level that counts as silent. Digital silence always does. */
function findSilenceLevel(levels: Float32Array, maxMargin: number): number {
  const counts = new Uint32Array(256)
  for (const level of levels) counts[Math.round(level)] = (counts[Math.round(level)] ?? 0) + 1
  const audible = levels.length - (counts[0] ?? 0)
  if (audible === 0) return 0
  const loud = toDecibels(findQuantile(counts, audible * 0.95))
  const noise = Math.max(toDecibels(findQuantile(counts, audible * 0.02)), loud - maxContrast)
  const contrast = loud - noise
  return contrast < minContrast ? 0 : toLevel(noise + Math.min(maxMargin, Math.max(4, contrast / 4)))
}

/** The level that `quantile` of the steps do not exceed, without digital silence. */
function findQuantile(counts: Uint32Array, quantile: number): number {
  let count = 0
  for (let level = 1; level < 256; level += 1) {
    count += counts[level] ?? 0
    if (count >= quantile) return level
  }
  return 255
}

/** Shorter pauses belong to a sentence. */
const minPauseMs = 300
/** The faint start and end of words, added to both sides of speech. */
const edgeMs = 100
/** Shorter sounds are noise. */
const minSpeechMs = 80
/** How much around the span determines the level of silence. */
const contextMs = 60_000

/** Lists spans of speech in order, without overlaps. Returns the whole span if no part of it is louder than the rest. */
export function estimateSpeech(loudness: Loudness, from: number, to: number): Span[] {
  const context = { from: Math.max(0, from - contextMs), to: to + contextMs }
  const silences = findSilences(loudness, { span: { from, to }, minLength: minPauseMs, context })
  const starts = [from, ...silences.map((silence) => silence.to)]
  const ends = [...silences.map((silence) => silence.from), to]
  const parts = starts.flatMap((start, index) => {
    const end = ends[index] ?? to
    if (end - start < minSpeechMs) return []
    return [{ from: Math.max(from, start - edgeMs), to: Math.min(to, end + edgeMs) }]
  })
  return parts.length > 0 ? parts : [{ from, to }]
}
