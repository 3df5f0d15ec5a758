// The sources, searches and fetched URLs in an answer's metadata, and the positions at which the text cites them.
import type { Turn } from '#shared/schemas/chat'
import { isObject, type JsonObject, listObjects, toObject, toText } from '#shared/wire/json-objects'

export interface Citation {
  /** String index; the mark follows it. */
  readonly at: number
  /** Starting at 1, ascending. */
  readonly sources: readonly number[]
}

export interface Citations {
  readonly sources: readonly Source[]
  /** By the index of the part that contains them, in the order of their positions. */
  readonly citations: ReadonlyMap<number, readonly Citation[]>
}

/** Omits supports without a position or a known source. */
export function readCitations({ parts, metadata }: Pick<Turn, 'parts' | 'metadata'>): Citations {
  const sources = readSources({ metadata })
  const supports = listObjects(readGrounding(metadata).groundingSupports)
  const positions = new Map<number, Map<number, Set<number>>>()
  for (const support of supports) {
    const numbers = readNumbers(support.groundingChunkIndices, sources.length)
    const found = findPart(parts, support.segment)
    if (!found || numbers.length === 0) continue
    const ofPart = positions.get(found.part) ?? new Map<number, Set<number>>()
    positions.set(found.part, ofPart)
    ofPart.set(found.at, new Set([...(ofPart.get(found.at) ?? []), ...numbers]))
  }
  return { sources, citations: new Map([...positions].map(([part, ofPart]) => [part, toCitations(ofPart)])) }
}

/** The citations of parts whose texts are shown as one; `first` is the index of the first part. */
export function joinCitations({ citations }: Citations, parts: Turn['parts'], first: number): Citation[] {
  let length = 0
  return parts.flatMap(({ text = '', thought }, index) => {
    const offset = length
    if (!thought) length += text.length
    return (citations.get(first + index) ?? []).map(({ at, sources }) => ({ at: at + offset, sources }))
  })
}

function toCitations(positions: ReadonlyMap<number, ReadonlySet<number>>): Citation[] {
  return [...positions]
    .map(([at, numbers]) => ({ at, sources: [...numbers].sort((a, b) => a - b) }))
    .sort((a, b) => a.at - b.at)
}

/**
 * The service counts parts as it streamed them, but their texts have been joined since: if the part is missing, or
 * does not contain the segment's text at that position, the others are searched.
 */
function findPart(parts: Turn['parts'], segment: unknown): { part: number; at: number } | undefined {
  const { partIndex, startIndex, endIndex, text } = toObject(segment)
  const cited = typeof text === 'string' ? text : ''
  const texts = parts.flatMap(({ text, thought }, part) => (text && !thought ? [{ part, text }] : []))
  const isNamed = ({ part }: { part: number }) => part === readIndex(partIndex)
  const candidates = [...texts.filter(isNamed), ...texts.filter((each) => !isNamed(each))]
  const toFound = ({ part, text }: { part: number; text: string }) => {
    const at = findEnd(text, readIndex(startIndex), endIndex)
    return at === null ? [] : [{ part, at, isExact: text.slice(0, at).endsWith(cited) }]
  }
  const exact = candidates.flatMap(toFound).find(({ isExact }) => isExact)
  if (exact) return exact
  // The offsets are wrong, but the cited text may be known.
  const containing = cited ? candidates.find(({ text }) => text.includes(cited)) : undefined
  if (containing) return { part: containing.part, at: containing.text.indexOf(cited) + cited.length }
  return candidates.slice(0, 1).flatMap(toFound)[0]
}

/** Returns null if the position is beyond the text's end, or before its start. */
function findEnd(text: string, start: number, end: unknown): number | null {
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

/**
 * Converts an offset in UTF-8 bytes, as the service counts, to a string index. An offset within a character is moved
 * to its end, after combining marks and joined emoji. Returns null beyond the end.
 */
export function toStringIndex(text: string, byteOffset: number): number | null {
  if (!Number.isInteger(byteOffset) || byteOffset < 0) return null
  let bytes = 0
  let index = 0
  while (bytes < byteOffset) {
    const code = text.codePointAt(index)
    if (code === undefined) return null
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    index += code < 0x10000 ? 1 : 2
  }
  return toCharacterEnd(text, index)
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The end of the character that contains the position, unless it is between two. */
function toCharacterEnd(text: string, index: number): number {
  if (index === 0) return 0
  const character = characters.segment(text).containing(index - 1)
  return character ? character.index + character.segment.length : index
}

export interface Source {
  /** Starts at 1, as in the marks in the text. */
  readonly number: number
  readonly title: string
  readonly url: string
}

export interface ReadUrl {
  readonly url: string
  readonly status: 'success' | 'error' | 'paywall' | 'unsafe' | 'unknown'
}

/** Grounding chunks of every kind; one without a URL still has a number, because the marks refer to it. */
export function readSources({ metadata }: Pick<Turn, 'metadata'>): Source[] {
  return listObjects(readGrounding(metadata).groundingChunks).map((chunk, index) => {
    const origin = readFirst(chunk, ['web', 'retrievedContext', 'maps', 'image'])
    const url = toText(origin.uri) || toText(origin.sourceUri)
    const title = toText(origin.title) || readHost(url) || `Source ${index + 1}`
    return { number: index + 1, title, url }
  })
}

export function readQueries({ metadata }: Pick<Turn, 'metadata'>): string[] {
  const { webSearchQueries, imageSearchQueries } = readGrounding(metadata)
  const queries = [webSearchQueries, imageSearchQueries].flatMap((list) => (Array.isArray(list) ? list : []))
  return [...new Set(queries.filter((query): query is string => typeof query === 'string' && query !== ''))]
}

/** The vendor's HTML, which its terms require to be shown. Untrusted. */
export function readSuggestions({ metadata }: Pick<Turn, 'metadata'>): string {
  return toText(toObject(readGrounding(metadata).searchEntryPoint).renderedContent)
}

export function readUrls({ metadata }: Pick<Turn, 'metadata'>): ReadUrl[] {
  const { urlMetadata } = toObject(metadata?.urlContextMetadata)
  return listObjects(urlMetadata).flatMap(({ retrievedUrl, urlRetrievalStatus }) => {
    const url = toText(retrievedUrl)
    return url ? [{ url, status: readStatus(urlRetrievalStatus) }] : []
  })
}

function readGrounding(metadata: Turn['metadata']): JsonObject {
  return toObject(metadata?.groundingMetadata)
}

/** Returns an empty string if the text is not a URL. */
export function readHost(url: string): string {
  try {
    return new URL(url).host.replace(/^www\./, '')
  } catch {
    return ''
  }
}

/** The vendor links to sources through its own URLs, which redirect to the real ones. */
export function isRedirect(url: string): boolean {
  return /(^|\.)vertexaisearch\.cloud\.google\.com$/.test(readHost(url))
}

function readFirst(fields: JsonObject, names: readonly string[]): JsonObject {
  return toObject(names.map((name) => fields[name]).find(isObject))
}

function readStatus(value: unknown): ReadUrl['status'] {
  const status = toText(value).replace('URL_RETRIEVAL_STATUS_', '').toLowerCase()
  return status === 'success' || status === 'error' || status === 'paywall' || status === 'unsafe'
    ? status
    : 'unknown'
}
