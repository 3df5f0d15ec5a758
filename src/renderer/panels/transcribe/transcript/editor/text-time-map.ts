// Maps between text and audio positions, estimated: speech is assumed to be even between the known cuts.
import type { Cut } from '#shared/schemas/transcription-job'

interface TimedText {
  /** In the order of the text. */
  readonly cuts: readonly Cut[]
  /** In UTF-16 units. */
  readonly length: number
}

/** Milliseconds; undefined if nothing is known about the times. */
export function toTime(text: TimedText, offset: number): number | undefined {
  return interpolate(listSpans(text), offset, ['text', 'time'])
}

/** An offset in the text; undefined if nothing is known about the times. */
export function toTextOffset(text: TimedText, time: number): number | undefined {
  const offset = interpolate(listSpans(text), time, ['time', 'text'])
  return offset === undefined ? undefined : Math.round(offset)
}

/** The sentence at the offset, or the line without one. */
export function findSentence(text: string, offset: number): { readonly from: number; readonly to: number } {
  const start = /[\s\S]*(?:[.!?…][”’")\]]*\s|[。！？]|\n)/.exec(text.slice(0, offset))?.[0].length ?? 0
  const end = /[.!?…][”’")\]]*(?=\s)|[。！？]|\n/.exec(text.slice(offset))
  const to = end ? offset + end.index + end[0].trimEnd().length : text.length
  const from = start + text.slice(start, to).search(/\S|$/)
  return { from, to: Math.max(from, to) }
}

type Axis = 'text' | 'time'
type Span = Readonly<Record<Axis, readonly [from: number, to: number]>>

/** The last one first: if pieces overlap, the later one has priority. */
function listSpans({ cuts, length }: TimedText): Span[] {
  return cuts
    .map(({ at, from, to }, index): Span => ({ text: [at, cuts[index + 1]?.at ?? length], time: [from, to] }))
    .reverse()
}

function interpolate(spans: readonly Span[], value: number, [source, target]: readonly [Axis, Axis]) {
  const span = spans.find((each) => each[source][0] <= value) ?? spans.at(-1)
  if (!span) return undefined
  const [[from, to], [start, end]] = [span[source], span[target]]
  const share = to > from ? Math.max(0, Math.min(1, (value - from) / (to - from))) : 0
  return start + share * Math.max(0, end - start)
}
