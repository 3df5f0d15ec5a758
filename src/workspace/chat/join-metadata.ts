// Joins what is told of the sources of an answer that was gone on with: all places count from its whole text.
import type { Turn } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'

type Metadata = Turn['metadata']
type Json = Readonly<Record<string, unknown>>

interface Joined {
  /** What the answer began with. */
  readonly kept: Pick<Turn, 'parts' | 'metadata'>
  /** What came with its continuation, which counts from its own text (wire §2.7). */
  readonly own: Metadata
  /** All of the answer's. */
  readonly parts: readonly Part[]
}

/** Of the old answer only its sources hold on: everything else is told anew. */
export function keepSources(metadata: Metadata): Metadata {
  const { groundingMetadata, urlContextMetadata } = metadata ?? {}
  const sources = {
    ...(groundingMetadata === undefined ? {} : { groundingMetadata }),
    ...(urlContextMetadata === undefined ? {} : { urlContextMetadata }),
  }
  return Object.keys(sources).length > 0 ? sources : null
}

export function joinMetadata({ kept, own, parts }: Joined): Metadata {
  const before = keepSources(kept.metadata)
  if (own === null) return before
  const joined: Record<string, unknown> = { ...before, ...own }
  if (isObject(own.groundingMetadata)) {
    const place = findContinuation(kept.parts, parts)
    joined.groundingMetadata = joinGrounding(
      asObject(before?.groundingMetadata),
      own.groundingMetadata,
      place,
    )
  }
  if (isObject(own.urlContextMetadata)) {
    const old = asObject(before?.urlContextMetadata)
    const urlMetadata = joinLists(old.urlMetadata, own.urlContextMetadata.urlMetadata)
    joined.urlContextMetadata = { ...old, ...own.urlContextMetadata, urlMetadata }
  }
  return joined
}

interface Place {
  readonly part: number
  /** Of UTF-8, before the continuation's first letter. */
  readonly bytes: number
}

/** The part that its text has gone into; thoughts may have moved it. */
function findContinuation(kept: readonly Part[], parts: readonly Part[]): Place {
  const torn = kept.at(-1)
  const first = Math.max(0, kept.length - 1)
  const at = parts.findIndex((part, index) => index >= first && part.text !== undefined && !part.thought)
  const text = torn?.thought ? undefined : torn?.text
  if (text === undefined || at < 0) return { part: Math.max(at, kept.length), bytes: 0 }
  if (parts[at]?.text !== text) return { part: at, bytes: new TextEncoder().encode(text).length }
  const next = parts.findIndex((part, index) => index > at && part.text !== undefined && !part.thought)
  return { part: Math.max(next, at + 1), bytes: 0 }
}

function joinGrounding(old: Json, late: Json, place: Place): Json {
  const chunks = asList(old.groundingChunks)
  const supports = asList(late.groundingSupports).map((support) => moveSupport(support, place, chunks.length))
  const joined = {
    groundingChunks: joinLists(chunks, late.groundingChunks),
    groundingSupports: joinLists(old.groundingSupports, supports),
    webSearchQueries: [...new Set(joinLists(old.webSearchQueries, late.webSearchQueries))],
  }
  // What neither of the two has told stays untold.
  const told = Object.entries(joined).filter(([name]) => name in old || name in late)
  return { ...old, ...late, ...Object.fromEntries(told) }
}

function moveSupport(support: unknown, { part, bytes }: Place, chunksBefore: number): unknown {
  if (!isObject(support)) return support
  const { segment, groundingChunkIndices } = support
  return {
    ...support,
    ...(isObject(segment) ? { segment: moveSegment(segment, part, bytes) } : {}),
    ...(Array.isArray(groundingChunkIndices)
      ? { groundingChunkIndices: groundingChunkIndices.map((index) => asNumber(index) + chunksBefore) }
      : {}),
  }
}

/** Zero is left out on the wire. */
function moveSegment(segment: Json, partIndex: number, bytes: number): Json {
  const { startIndex, endIndex } = segment
  const end = endIndex === undefined ? {} : { endIndex: asNumber(endIndex) + bytes }
  return { ...segment, partIndex, startIndex: asNumber(startIndex) + bytes, ...end }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function asObject(value: unknown): Json {
  return isObject(value) ? value : {}
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function joinLists(earlier: unknown, later: unknown): unknown[] {
  return [...asList(earlier), ...asList(later)]
}

function asNumber(value: unknown): number {
  return typeof value === 'number' ? value : 0
}
