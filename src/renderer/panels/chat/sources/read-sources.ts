// The sources, searches and fetched URLs in an answer's metadata.
import type { Turn } from '#shared/schemas/chat'
import { isObject, type JsonObject } from '../inspector/schema/json-schema'

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
  return readRecords(readGrounding(metadata).groundingChunks).map((chunk, index) => {
    const origin = readFirst(chunk, ['web', 'retrievedContext', 'maps', 'image'])
    const url = readText(origin.uri) || readText(origin.sourceUri)
    const title = readText(origin.title) || readHost(url) || `Source ${index + 1}`
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
  return readText(asRecord(readGrounding(metadata).searchEntryPoint).renderedContent)
}

export function readUrls({ metadata }: Pick<Turn, 'metadata'>): ReadUrl[] {
  const { urlMetadata } = asRecord(metadata?.urlContextMetadata)
  return readRecords(urlMetadata).flatMap(({ retrievedUrl, urlRetrievalStatus }) => {
    const url = readText(retrievedUrl)
    return url ? [{ url, status: readStatus(urlRetrievalStatus) }] : []
  })
}

export function readGrounding(metadata: Turn['metadata']): JsonObject {
  return asRecord(metadata?.groundingMetadata)
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

export function asRecord(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** Entries that are not objects become empty objects, so that the indices of the others do not change. */
export function readRecords(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(asRecord) : []
}

function readFirst(fields: JsonObject, names: readonly string[]): JsonObject {
  return asRecord(names.map((name) => fields[name]).find(isObject))
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function readStatus(value: unknown): ReadUrl['status'] {
  const status = readText(value).replace('URL_RETRIEVAL_STATUS_', '').toLowerCase()
  return status === 'success' || status === 'error' || status === 'paywall' || status === 'unsafe'
    ? status
    : 'unknown'
}
