// What an answer says about where it comes from: sources, searches, addresses that were read.
import type { Turn } from '#shared/schemas/chat'

export interface Source {
  /** From 1, as the marks in the text count. */
  readonly number: number
  readonly title: string
  readonly address: string
}

export interface ReadUrl {
  readonly address: string
  readonly status: 'success' | 'error' | 'paywall' | 'unsafe' | 'unknown'
}

type Fields = Readonly<Record<string, unknown>>

/** Grounding chunks of every kind; one without an address keeps its number, which the marks count by. */
export function readSources({ metadata }: Pick<Turn, 'metadata'>): Source[] {
  return readRecords(readGrounding(metadata).groundingChunks).map((chunk, index) => {
    const place = readFirst(chunk, ['web', 'retrievedContext', 'maps', 'image'])
    const address = readText(place.uri) || readText(place.sourceUri)
    const title = readText(place.title) || readHost(address) || `Source ${index + 1}`
    return { number: index + 1, title, address }
  })
}

export function readQueries({ metadata }: Pick<Turn, 'metadata'>): string[] {
  const { webSearchQueries, imageSearchQueries } = readGrounding(metadata)
  const queries = [webSearchQueries, imageSearchQueries].flatMap((list) => (Array.isArray(list) ? list : []))
  return [...new Set(queries.filter((query): query is string => typeof query === 'string' && query !== ''))]
}

/** The vendor's own HTML, which its terms ask to be shown; never to be trusted. */
export function readSuggestions({ metadata }: Pick<Turn, 'metadata'>): string {
  return readText(asRecord(readGrounding(metadata).searchEntryPoint).renderedContent)
}

export function readUrls({ metadata }: Pick<Turn, 'metadata'>): ReadUrl[] {
  const { urlMetadata } = asRecord(metadata?.urlContextMetadata)
  return readRecords(urlMetadata).flatMap(({ retrievedUrl, urlRetrievalStatus }) => {
    const address = readText(retrievedUrl)
    return address ? [{ address, status: readStatus(urlRetrievalStatus) }] : []
  })
}

export function readGrounding(metadata: Turn['metadata']): Fields {
  return asRecord(metadata?.groundingMetadata)
}

/** Empty where the text is no address. */
export function readHost(address: string): string {
  try {
    return new URL(address).host.replace(/^www\./, '')
  } catch {
    return ''
  }
}

/** The vendor hides sources behind addresses of its own, which lead on to the real ones. */
export function isRedirect(address: string): boolean {
  return /(^|\.)vertexaisearch\.cloud\.google\.com$/.test(readHost(address))
}

export function asRecord(value: unknown): Fields {
  return isRecord(value) ? value : {}
}

/** Entries that are no objects count as empty ones: others are found by their place. */
export function readRecords(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(asRecord) : []
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readFirst(fields: Fields, names: readonly string[]): Fields {
  return asRecord(names.map((name) => fields[name]).find(isRecord))
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
