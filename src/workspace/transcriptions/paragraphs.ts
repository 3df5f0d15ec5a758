// Splits a transcript into paragraphs where the speaker pauses. Times within a chunk are estimated.
import type { Cut } from '#shared/schemas/transcription-job'
import { type FindSpeech, listSentenceStarts, textWidth } from './cues'

/** A new paragraph after any text. */
const longPauseMs = 2000
/** A new paragraph after enough text. */
const shortPauseMs = 800
const minParagraphWidth = 300
/** How far, in speech, a sentence may start from the pause that it is matched to. */
const toleranceMs = 5000

/** Changes only the spaces between sentences. Without pauses, the text stays as it is. */
export function splitParagraphs(text: string, cuts: readonly Cut[], findSpeech: FindSpeech): string {
  const pauses = new Map<number, number>()
  for (const [index, { at, from, to }] of cuts.entries()) {
    const start = index === 0 ? 0 : at
    const spanText = text.slice(start, cuts[index + 1]?.at ?? text.length)
    for (const [offset, length] of matchPauses(spanText, findSpeech({ from, to })))
      pauses.set(start + offset, length)
  }
  let result = ''
  let last = 0
  for (const [offset, length] of pauses) {
    const paragraph = text.slice(last, offset)
    const isLong = length >= longPauseMs || textWidth(paragraph) >= minParagraphWidth
    const trimmed = paragraph.trimEnd()
    if (!isLong || paragraph.includes('\n', trimmed.length)) continue
    result += `${trimmed}\n\n`
    last = offset
  }
  return result + text.slice(last)
}

/** The longest pause near each start of a sentence, by its offset, in order. */
function matchPauses(text: string, speech: ReturnType<FindSpeech>): readonly (readonly [number, number])[] {
  const starts = listSentenceStarts(text)
  const total = speech.reduce((sum, { from, to }) => sum + to - from, 0)
  const width = textWidth(text)
  if (width === 0) return []
  let widthBefore = 0
  let last = 0
  const times = starts.map((offset) => {
    widthBefore += textWidth(text.slice(last, offset))
    last = offset
    return (widthBefore / width) * total
  })
  const lengths = new Map<number, number>()
  let elapsed = 0
  for (const [index, { from, to }] of speech.entries()) {
    elapsed += to - from
    const next = speech[index + 1]
    const pause = next ? next.from - to : 0
    const nearest = pause < shortPauseMs ? -1 : findNearest(times, elapsed)
    if (nearest >= 0) lengths.set(nearest, Math.max(pause, lengths.get(nearest) ?? 0))
  }
  return [...lengths]
    .sort(([one], [other]) => one - other)
    .map(([at, length]) => [starts[at] ?? 0, length] as const)
}

/** The index of the nearest time, without the first; -1 if none is near enough. */
function findNearest(times: readonly number[], time: number): number {
  let nearest = -1
  for (let at = 1; at < times.length; at += 1) {
    const distance = Math.abs((times[at] ?? 0) - time)
    const best = nearest < 0 ? toleranceMs : Math.abs((times[nearest] ?? 0) - time)
    if (distance <= best) nearest = at
  }
  return nearest
}
