// Estimates when somebody speaks: the times of subtitles are spread over these parts, not over the silences between.
import type { Loudness } from '#shared/audio/loudness'
import { findSilences, type Span } from './silence'

/** Milliseconds: shorter pauses belong to a sentence. */
const leastPause = 300
/** Milliseconds to each side that are faint, and belong to the words. */
const faint = 100
/** Milliseconds: what is shorter is a noise. */
const leastSpeech = 80
/** Milliseconds around the span that it is compared with. */
const around = 60_000

/** In order, within the span and apart from each other. The whole span where nothing in it is louder than the rest. */
export function estimateSpeech(loudness: Loudness, from: number, to: number): Span[] {
  const context = { from: Math.max(0, from - around), to: to + around }
  const silences = findSilences(loudness, { span: { from, to }, least: leastPause, context })
  const begins = [from, ...silences.map((silence) => silence.to)]
  const ends = [...silences.map((silence) => silence.from), to]
  const parts = begins.flatMap((begin, index) => {
    const end = ends[index] ?? to
    if (end - begin < leastSpeech) return []
    return [{ from: Math.max(from, begin - faint), to: Math.min(to, end + faint) }]
  })
  return parts.length > 0 ? parts : [{ from, to }]
}
