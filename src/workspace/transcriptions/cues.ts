// Splits a transcript into subtitle cues with estimated times.
import type { Loudness } from '#shared/audio/loudness'
import type { Cut } from '#shared/schemas/transcription-job'
import { estimateSpeech, type Span } from '../audio/plan-pieces'

export interface Cue extends Span {
  readonly text: string
}

/** Returns the parts of a span with speech, in order, or the whole span if they are unknown. */
export type FindSpeech = (span: Span) => readonly Span[]

/** Without the loudness, every span is returned whole. */
export function createFindSpeech(loudness: Loudness | undefined): FindSpeech {
  return (span) => (loudness ? estimateSpeech(loudness, span.from, span.to) : [span])
}

const minCueMs = 1000
const maxCueMs = 10_000
/** A shorter cue is merged with the next one if both fit. */
const shortCueMs = 1500

/** Cues never overlap, and are within the time of their text. They last at least a second unless there is too much text. */
export function estimateCues(text: string, cuts: readonly Cut[], findSpeech: FindSpeech): readonly Cue[] {
  const cues: Cue[] = []
  for (const { text: spanText, from, to } of listSpans(text, cuts)) {
    const start = Math.max(from, cues.at(-1)?.to ?? 0)
    const span = { from: start, to: Math.max(to, start) }
    const spread = spreadCues(listCueTexts(spanText), span, findSpeech)
    cues.push(...fitDurations(mergeShort(spread), span))
  }
  return cues
}

function mergeShort(cues: readonly Cue[]): readonly Cue[] {
  const merged: Cue[] = []
  for (const cue of cues) {
    const last = merged.at(-1)
    const isShort = last && Math.min(last.to - last.from, cue.to - cue.from) < shortCueMs
    const isNear = last && cue.from - last.to < shortCueMs
    const lines = isShort && isNear ? breakLines(`${last.text} ${cue.text}`.replace(/\n/g, ' ')) : []
    if (last && lines.length > 0 && lines.length <= maxLines)
      merged[merged.length - 1] = { from: last.from, to: cue.to, text: lines.join('\n') }
    else merged.push(cue)
  }
  return merged
}

/** Later cues give way to a short one, and at the end of the span earlier ones do. */
function fitDurations(cues: readonly Cue[], span: Span): readonly Cue[] {
  if (cues.length * minCueMs > span.to - span.from) return cues
  let end = span.from
  const extended = cues.map((cue) => {
    const from = Math.max(cue.from, end)
    end = Math.max(Math.min(cue.to, from + maxCueMs), from + minCueMs)
    return { ...cue, from, to: end }
  })
  let limit = span.to
  return extended
    .reverse()
    .map((cue) => {
      const to = Math.min(cue.to, limit)
      limit = Math.min(cue.from, to - minCueMs)
      return { ...cue, from: limit, to }
    })
    .reverse()
}

/** The text from each cut to the next. */
export function listSpans(text: string, cuts: readonly Cut[]): readonly Cue[] {
  return cuts.flatMap(({ at, from, to }, index) => {
    const spanText = text.slice(index === 0 ? 0 : at, cuts[index + 1]?.at ?? text.length).trim()
    return spanText === '' ? [] : [{ from, to, text: spanText }]
  })
}

function spreadCues(texts: readonly string[], span: Span, findSpeech: FindSpeech): readonly Cue[] {
  const speech = resolveSpeech(findSpeech(span), { span, minLength: texts.length * minCueMs })
  const total = texts.reduce((sum, text) => sum + estimateWeight(text), 0)
  const elapsed = sumLengths(speech)
  let before = 0
  return texts.map((text) => {
    const start = (before / total) * elapsed
    before += estimateWeight(text)
    return {
      from: toTime(speech, start, 'begins'),
      to: toTime(speech, (before / total) * elapsed, 'ends'),
      text,
    }
  })
}

/** Returns the whole span if the speech found in it is too short for its text. */
function resolveSpeech(
  found: readonly Span[],
  { span, minLength }: { readonly span: Span; readonly minLength: number },
): readonly Span[] {
  const within = found
    .map(({ from, to }) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) }))
    .filter(({ from, to }) => to > from)
  return within.length > 0 && sumLengths(within) >= minLength ? within : [span]
}

function sumLengths(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0)
}

/** Adds a pause to each text. */
function estimateWeight(text: string): number {
  return textWidth(text) + 4
}

/** The time after `elapsed` milliseconds of speech. At a pause, an end is before it, and a start after it. */
function toTime(speech: readonly Span[], elapsed: number, edge: 'begins' | 'ends'): number {
  let remaining = elapsed
  for (const [index, { from, to }] of speech.entries()) {
    const isWithin = edge === 'ends' ? remaining <= to - from : remaining < to - from
    if (isWithin || index === speech.length - 1) return Math.round(Math.min(from + remaining, to))
    remaining -= to - from
  }
  return 0
}

/** In characters. Wide ones count twice. */
const lineLength = 42
const maxLines = 2
const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })
const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const wideCharacter = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hang}\u3000-\u303f\uff01-\uff60]/u

/** Texts of one or two lines. */
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
    .flatMap(splitStretches)
    .flatMap((stretch) => listSentences(stretch).map(({ segment }) => segment))
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '')
}

/** After these, a sentence continues even before a capital letter: titles, Latin, months, and initials. */
const abbreviation =
  /(?<![\p{L}\p{N}])(?:Drs?|Mr|Mrs|Ms|Mx|Prof|St|Mt|Gen|Col|Capt|Lt|Sgt|Rev|Hon|Gov|Sen|Rep|Pres|vs|cf|approx|e\.\s?g|i\.\s?e|Jan|Feb|Aug|Sept?|Oct|Nov|Dec|Hr|Fr|Frl|Dipl|Ing|bzw|ca|z\.\s?B|d\.\s?h|u\.\s?a|Mme|Mlle|Sra?|Srta|Dra|Sig|Dott|[\p{Lu}\p{Ll}])\.\s*$/u

/** After these, a sentence continues only before a number: “No.” may be an answer. */
const numberAbbreviation = /(?<![\p{L}\p{N}])(?:No|Nos|Nr|Vol|Fig|Abb)\.\s*$/u

function listSentences(stretch: string): { readonly segment: string; readonly index: number }[] {
  const found: { segment: string; index: number }[] = []
  for (const { segment, index } of sentences.segment(stretch)) {
    const last = found.at(-1)
    // Only its end is searched.
    const end = last?.segment.slice(-12) ?? ''
    const continues = abbreviation.test(end) || (numberAbbreviation.test(end) && /^\d/.test(segment))
    if (last && continues) last.segment += segment
    else found.push({ segment, index })
  }
  return found
}

/** Offsets in the text, in order; the first one is 0. */
export function listSentenceStarts(text: string): readonly number[] {
  const starts: number[] = []
  let at = 0
  for (const stretch of splitStretches(text)) {
    for (const { index } of listSentences(stretch)) starts.push(at + index)
    at += stretch.length
  }
  return starts
}

/** Limits the input of the segmenter, whose time grows with the square of the length (16 s for 80,000). */
const maxStretchLength = 1000
const sentenceEnd = /^[\s\S]*[.!?…。！？]["')\]”’»」』]*\s*/
const wordEnd = /^[\s\S]*\s/

/** Cuts after a sentence if possible, otherwise after a word. */
function splitStretches(paragraph: string): readonly string[] {
  const stretches: string[] = []
  let at = 0
  while (at < paragraph.length) {
    const rest = paragraph.slice(at, at + maxStretchLength)
    const isLast = at + rest.length === paragraph.length
    const stretch = isLast
      ? rest
      : (sentenceEnd.exec(rest) ?? wordEnd.exec(rest))?.[0] || trimPartialCharacter(rest)
    stretches.push(stretch)
    at += stretch.length
  }
  return stretches
}

/** Removes half a surrogate pair at the end. */
function trimPartialCharacter(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '')
}

/** Breaks lines greedily between words. Cuts a word that is longer than a line. */
function breakLines(sentence: string): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const unit of listUnits(sentence)) {
    if (textWidth((line + unit).trimEnd()) > lineLength && line.trim() !== '') {
      lines.push(line.trim())
      line = unit.trimStart()
    } else line += unit
  }
  return line.trim() === '' ? lines : [...lines, line.trim()]
}

/** Words with the characters after them, up to the next possible line break. */
function listUnits(sentence: string): readonly string[] {
  const units: string[] = []
  for (const { segment, isWordLike } of words.segment(sentence)) {
    const last = units.at(-1)
    const isAttached = !isWordLike && !/^[([{«„“‘¿¡]/.test(segment)
    if (last !== undefined && (isAttached || !(/\s$/.test(last) || wideCharacter.test(segment)))) {
      units[units.length - 1] = last + segment
    } else units.push(segment)
  }
  return units.flatMap(cutLong)
}

function cutLong(unit: string): readonly string[] {
  if (textWidth(unit.trimEnd()) <= lineLength) return [unit]
  const parts: string[] = []
  let part = ''
  for (const character of unit) {
    if (textWidth(part + character) > lineLength) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part]
}

/** In characters of normal width. */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += wideCharacter.test(character) ? 2 : 1
  return width
}
