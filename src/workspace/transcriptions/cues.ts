// Splits a transcript into subtitle cues.
import type { Cut } from '#shared/schemas/transcription-job'
import type { Span } from '../audio/plan-pieces'

export interface Cue extends Span {
  readonly text: string
}

/** The parts of a span in which somebody speaks, in their order; all of it if nothing is known. */
export type FindSpeech = (span: Span) => readonly Span[]

const shortest = 1000
const longest = 10_000

/** Cues never overlap, and last a second at least: if more is written than can be said they continue behind the span. */
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

/** What is from each cut to the next. */
export function listSpans(text: string, cuts: readonly Cut[]): readonly Cue[] {
  return cuts.flatMap(({ at, from, to }, index) => {
    const said = text.slice(index === 0 ? 0 : at, cuts[index + 1]?.at ?? text.length).trim()
    return said === '' ? [] : [{ from, to, text: said }]
  })
}

function spread(texts: readonly string[], span: Span, findSpeech: FindSpeech): readonly Cue[] {
  const speech = chooseSpeech(findSpeech(span), { span, least: texts.length * shortest })
  const total = texts.reduce((sum, text) => sum + weigh(text), 0)
  const spoken = sumLengths(speech)
  let before = 0
  return texts.map((text) => {
    const begin = (before / total) * spoken
    before += weigh(text)
    return {
      from: toTime(speech, begin, 'begins'),
      to: toTime(speech, (before / total) * spoken, 'ends'),
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

/** Letters of a line; wide ones count twice. */
const lineLength = 42
const maxLines = 2
const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })
const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const wide = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hang}\u3000-\u303f\uff01-\uff60]/u

/** Each one or two lines. */
export function listCueTexts(text: string): readonly string[] {
  return splitSentences(text).flatMap((sentence) => {
    const lines = breakLines(sentence)
    const count = Math.ceil(lines.length / maxLines)
    return Array.from({ length: count }, (_, at) =>
      lines.slice(at * maxLines, (at + 1) * maxLines).join('\n'),
    )
  })
}

function splitSentences(text: string): readonly string[] {
  return text
    .split(/\n+/)
    .flatMap(listStretches)
    .flatMap((stretch) => Array.from(sentences.segment(stretch), ({ segment }) => segment))
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '')
}

/** Letters that the segmenter is given at once: its time grows with their square (16 s for 80,000). */
const maxStretchLength = 1000
const sentenceEnd = /^[\s\S]*[.!?…。！？]["')\]”’»」』]*\s*/
const wordEnd = /^[\s\S]*\s/

/** Cut behind a sentence if there is one, otherwise behind a word. */
function listStretches(paragraph: string): readonly string[] {
  const stretches: string[] = []
  let at = 0
  while (at < paragraph.length) {
    const rest = paragraph.slice(at, at + maxStretchLength)
    const isLast = at + rest.length === paragraph.length
    const stretch = isLast ? rest : (sentenceEnd.exec(rest) ?? wordEnd.exec(rest))?.[0] || cutLetter(rest)
    stretches.push(stretch)
    at += stretch.length
  }
  return stretches
}

/** Never in the middle of a letter. */
function cutLetter(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '')
}

/** Greedy, where words end; a word longer than a line is cut. */
function breakLines(sentence: string): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const unit of listUnits(sentence)) {
    if (measure((line + unit).trimEnd()) > lineLength && line.trim() !== '') {
      lines.push(line.trim())
      line = unit.trimStart()
    } else line += unit
  }
  return line.trim() === '' ? lines : [...lines, line.trim()]
}

/** Words with what follows them up to where a line may break. */
function listUnits(sentence: string): readonly string[] {
  const units: string[] = []
  for (const { segment, isWordLike } of words.segment(sentence)) {
    const last = units.at(-1)
    const sticks = !isWordLike && !/^[([{«„“‘¿¡]/.test(segment)
    if (last !== undefined && (sticks || !(/\s$/.test(last) || wide.test(segment)))) {
      units[units.length - 1] = last + segment
    } else units.push(segment)
  }
  return units.flatMap(cutLong)
}

function cutLong(unit: string): readonly string[] {
  if (measure(unit.trimEnd()) <= lineLength) return [unit]
  const parts: string[] = []
  let part = ''
  for (const letter of unit) {
    if (measure(part + letter) > lineLength) {
      parts.push(part)
      part = ''
    }
    part += letter
  }
  return [...parts, part]
}

/** In letters of usual width. */
export function measure(text: string): number {
  let width = 0
  for (const letter of text) width += wide.test(letter) ? 2 : 1
  return width
}
