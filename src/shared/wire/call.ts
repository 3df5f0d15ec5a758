// The one shape of an HTTP exchange inside this application: a call goes in, an answer comes out, whoever carries it.

/** Header names are lower-case. */
export type Headers = Readonly<Record<string, string>>

/** Bytes already at hand, bytes that still flow, or none. */
export type Body = Uint8Array | AsyncIterable<Uint8Array> | null

export interface Call {
  readonly method: string
  /** Path and query as they came, percent-encoded, starting with `/`. */
  readonly path: string
  readonly headers: Headers
  readonly body: Body
  /** Aborted when nobody waits for the answer any more, before its first byte or in the middle of it. */
  readonly signal: AbortSignal
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Throws where the sender broke off. Leaving the iteration early aborts the exchange. */
  readonly body: Body
}

/** Resolves once status and headers are known; rejects with an `ApiError` where there is no answer. */
export type Send = (call: Call) => Promise<Answer>
