// Finds the silences of a sound: what is silent is told by its own noise and its own speech, not by a fixed level.
import { type Loudness, toDecibels, toLevel } from '#shared/audio/loudness'

export interface Span {
  /** Milliseconds. */
  readonly from: number
  readonly to: number
}

interface Search {
  readonly span: Span
  /** Milliseconds: what is shorter belongs to the speech around it. */
  readonly least: number
  /** What the span is compared with; itself where nothing else is given. */
  readonly context?: Span
}

/** Decibels: with less between its quiet and its loud parts a sound has no silence that could be told. */
const leastContrast = 8
/** Decibels below the loud parts at which noise is taken for none. */
const deepest = 50
/** Milliseconds to each side over which a level is a mean: a click makes no speech. */
const reach = 40

/** In order, clipped to the span. */
export function findSilences(loudness: Loudness, { span, least, context = span }: Search): Span[] {
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

/** Where it is least loud, milliseconds; the last of several such places. Undefined where nothing is known of the span. */
export function findQuietest(loudness: Loudness, span: Span): number | undefined {
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
  return contrast < leastContrast ? 0 : toLevel(noise + Math.min(12, Math.max(4, contrast / 4)))
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
