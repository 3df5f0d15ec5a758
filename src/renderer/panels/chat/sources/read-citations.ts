// The places in an answer's text at which its sources are named.
import type { Turn } from '#shared/schemas/chat'
import { asRecord, readGrounding, readRecords, readSources, type Source } from './read-sources'
import { toStringIndex } from './string-index'

export interface Citation {
  /** The string index after which the mark stands. */
  readonly at: number
  /** From 1, ascending. */
  readonly sources: readonly number[]
}

export interface Citations {
  readonly sources: readonly Source[]
  /** By the index of the part whose text they stand in, in the order of their places. */
  readonly citations: ReadonlyMap<number, readonly Citation[]>
}

/** Supports that name no place or no known source are left out. */
export function readCitations({ parts, metadata }: Pick<Turn, 'parts' | 'metadata'>): Citations {
  const sources = readSources({ metadata })
  const supports = readRecords(readGrounding(metadata).groundingSupports)
  const places = new Map<number, Map<number, Set<number>>>()
  for (const support of supports) {
    const { partIndex, startIndex, endIndex, text } = asRecord(support.segment)
    const numbers = readNumbers(support.groundingChunkIndices, sources.length)
    const found = findPart(parts, {
      index: readIndex(partIndex),
      start: readIndex(startIndex),
      end: endIndex,
      text,
    })
    if (!found || numbers.length === 0) continue
    const ofPart = places.get(found.part) ?? new Map<number, Set<number>>()
    places.set(found.part, ofPart)
    ofPart.set(found.at, new Set([...(ofPart.get(found.at) ?? []), ...numbers]))
  }
  return { sources, citations: new Map([...places].map(([part, ofPart]) => [part, toCitations(ofPart)])) }
}

/** Where texts of several parts are shown as one, their citations as those of the whole. */
export function joinCitations(
  { citations }: Citations,
  parts: readonly { readonly index: number; readonly text: string }[],
): Citation[] {
  let before = 0
  return parts.flatMap(({ index, text }) => {
    const offset = before
    before += text.length
    return (citations.get(index) ?? []).map(({ at, sources }) => ({ at: at + offset, sources }))
  })
}

function toCitations(places: ReadonlyMap<number, ReadonlySet<number>>): Citation[] {
  return [...places]
    .map(([at, numbers]) => ({ at, sources: [...numbers].sort((one, other) => one - other) }))
    .sort((one, other) => one.at - other.at)
}

interface Segment {
  readonly index: number
  readonly start: number
  readonly end: unknown
  readonly text: unknown
}

/**
 * Parts are counted in what was streamed, and pieces of a text are kept as one: a part that is not there, or
 * does not hold the segment's text at that place, is looked for among the others.
 */
function findPart(parts: Turn['parts'], segment: Segment): { part: number; at: number } | undefined {
  const { index, start, end, text } = segment
  const hasText = typeof text === 'string' && text !== ''
  if (typeof end !== 'number' && !hasText) return undefined
  const texts = parts.flatMap((part, at) =>
    part.text && !part.thought ? [{ part: at, text: part.text }] : [],
  )
  const named = texts.find(({ part }) => part === index)
  const candidates = [...(named ? [named] : []), ...texts.filter((each) => each !== named)]
  for (const each of candidates) {
    const at = placeIn(each.text, start, end)
    if (at !== null && (!hasText || each.text.slice(0, at).endsWith(text))) return { part: each.part, at }
  }
  if (!hasText) return toFound(candidates[0], start, end)
  // Then the offsets are of no use, but the text that is meant is known.
  for (const each of candidates) {
    const at = each.text.indexOf(text)
    if (at >= 0) return { part: each.part, at: at + text.length }
  }
  return toFound(candidates[0], start, end)
}

function toFound(candidate: { part: number; text: string } | undefined, start: number, end: unknown) {
  if (!candidate) return undefined
  const at = placeIn(candidate.text, start, end)
  return at === null ? undefined : { part: candidate.part, at }
}

/** Null where the place is beyond the text's end, or ends before it starts. */
function placeIn(text: string, start: number, end: unknown): number | null {
  if (typeof end !== 'number' || end <= start) return null
  return toStringIndex(text, end)
}

function readIndex(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0
}

function readNumbers(indices: unknown, count: number): number[] {
  if (!Array.isArray(indices)) return []
  return indices
    .filter((index) => Number.isInteger(index) && index >= 0 && index < count)
    .map((index) => index + 1)
}
