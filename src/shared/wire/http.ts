// HTTP requests and responses as the whole application passes them, whatever transports them.

/** Header names are lower-case. */
export type HttpHeaders = Readonly<Record<string, string>>

/** Complete bytes, a stream, or nothing. */
export type HttpBody = Uint8Array | AsyncIterable<Uint8Array> | null

/** The part of an `AbortSignal` that transports use. The gateway has its own, because a real one takes several microseconds. */
export interface RequestSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

export interface HttpRequest {
  readonly method: string
  /** Path and query, unchanged and percent-encoded, starting with `/`. */
  readonly path: string
  readonly headers: HttpHeaders
  readonly body: HttpBody
  /** Aborted when the response is no longer needed, even if it has already started. */
  readonly signal: RequestSignal
}

export interface HttpResponse {
  readonly status: number
  readonly headers: HttpHeaders
  /** Throws if the sender stops early. Ending the iteration early aborts the exchange, unless the end is about to arrive. */
  readonly body: HttpBody
}

/** Resolves when status and headers are known; rejects with an `ApiError` if there is no response. */
export type Send = (request: HttpRequest) => Promise<HttpResponse>

export const upstreamModelHeader = 'x-upstream-model'
/** Fields of the request that had no effect, comma-separated. */
export const ignoredFieldsHeader = 'x-ignored-fields'

/** Longer names are a client's, and of no model. */
const maxNameLength = 300

/** `model` is the provider's name of it, percent-encoded in the header, which has only ASCII characters. */
export function withUpstreamModel(response: HttpResponse, model: string | undefined): HttpResponse {
  if (model === undefined || model.length > maxNameLength) return response
  const encoded = encodeURI(model.replace(/\p{Cs}/gu, '\ufffd'))
  return { ...response, headers: { ...response.headers, [upstreamModelHeader]: encoded } }
}

/** Undefined if the provider gets the requested name as it is. */
export function readUpstreamModel(headers: HttpHeaders): string | undefined {
  const encoded = headers[upstreamModelHeader]
  try {
    return encoded === undefined ? undefined : decodeURI(encoded)
  } catch {
    return encoded
  }
}

/** `python-requests/2.31` → `python-requests`: versions are too many. */
export function toClientProduct(client: string): string {
  return /^[^/\s(]*/.exec(client)?.[0].slice(0, 60) ?? ''
}
