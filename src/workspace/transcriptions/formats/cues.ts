// Estimates when each part of a transcript is heard: spread over the speech between the known cuts.
import type { Cut } from '#shared/schemas/transcription-job'
import { listCueTexts, measure } from './cue-texts'

export interface Cue {
  /** Milliseconds of the audio. */
  readonly from: number
  readonly to: number
  readonly text: string
}

interface Span {
  readonly from: number
  readonly to: number
}

/** The parts of a span in which somebody speaks, in their order; all of it where nothing is known. */
export type FindSpeech = (span: Span) => readonly Span[]

const shortest = 1000
const longest = 10_000

/** Cues never overlap, and last a second at least: where more is written than can be said they run on behind the span. */
export function estimateCues(text: string, cuts: readonly Cut[], findSpeech: FindSpeech): readonly Cue[] {
  const cues: Cue[] = []
  for (const { text: said, ...span } of listSpans(text, cuts)) {
    for (const cue of spread(listCueTexts(said), span, findSpeech)) {
      const from = Math.max(cue.from, cues.at(-1)?.to ?? 0)
      cues.push({ ...cue, from, to: Math.max(Math.min(cue.to, from + longest), from + shortest) })
    }
  }
  return cues
}

/** What stands from each cut to the next. */
export function listSpans(text: string, cuts: readonly Cut[]): readonly Cue[] {
  return cuts.flatMap(({ at, from, to }, index) => {
    const said = text.slice(index === 0 ? 0 : at, cuts[index + 1]?.at ?? text.length).trim()
    return said === '' ? [] : [{ from, to, text: said }]
  })
}

function spread(texts: readonly string[], span: Span, findSpeech: FindSpeech): readonly Cue[] {
  const speech = chooseSpeech(findSpeech(span), { span, least: texts.length * shortest })
  const whole = texts.reduce((sum, text) => sum + weigh(text), 0)
  const spoken = sumLengths(speech)
  let before = 0
  return texts.map((text) => {
    const begin = (before / whole) * spoken
    before += weigh(text)
    return {
      from: toTime(speech, begin, 'begins'),
      to: toTime(speech, (before / whole) * spoken, 'ends'),
      text,
    }
  })
}

/** Too little of it cannot hold so many words: then what was found is not all that was said. */
function chooseSpeech(
  found: readonly Span[],
  { span, least }: { readonly span: Span; readonly least: number },
): readonly Span[] {
  const within = found
    .map(({ from, to }) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) }))
    .filter(({ from, to }) => to > from)
  return within.length > 0 && sumLengths(within) >= least ? within : [span]
}

function sumLengths(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0)
}

/** A breath for each, however short. */
function weigh(text: string): number {
  return measure(text) + 4
}

/** Where in the audio so many milliseconds of speech are over; at a pause an end is before it, a beginning behind it. */
function toTime(speech: readonly Span[], spoken: number, edge: 'begins' | 'ends'): number {
  let left = spoken
  for (const [index, { from, to }] of speech.entries()) {
    const isHere = edge === 'ends' ? left <= to - from : left < to - from
    if (isHere || index === speech.length - 1) return Math.round(Math.min(from + left, to))
    left -= to - from
  }
  return 0
}
