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
