// The one shape of an HTTP exchange inside this application: a call goes in, an answer comes out, whoever carries it.

/** Header names are lower-case. */
export type HttpHeaders = Readonly<Record<string, string>>

/** Bytes already at hand, bytes that still flow, or none. */
export type HttpBody = Uint8Array | AsyncIterable<Uint8Array> | null

export interface HttpRequest {
  readonly method: string
  /** Path and query as they came, percent-encoded, starting with `/`. */
  readonly path: string
  readonly headers: HttpHeaders
  readonly body: HttpBody
  /** Aborted when nobody waits for the answer any more, before its first byte or in the middle of it. */
  readonly signal: AbortSignal
}

export interface HttpResponse {
  readonly status: number
  readonly headers: HttpHeaders
  /** Throws where the sender broke off. Leaving the iteration early aborts the exchange. */
  readonly body: HttpBody
}

/** Resolves once status and headers are known; rejects with an `ApiError` where there is no answer. */
export type Send = (request: HttpRequest) => Promise<HttpResponse>
