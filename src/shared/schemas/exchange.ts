// A request through the gateway and its response, as the log stores them: redacted, without media.
import { z } from 'zod'
import { UsageMetadata } from './content'
import { UpstreamKind } from './upstream'

/** The client of the application's own requests. */
export const windowClient = 'window'

const Headers = z.record(z.string(), z.string())

/**
 * `cancelled`: the client disconnected, or the request was stopped. `rejected`: rejected before its body was read: host,
 * origin, path, or key. `failed`: any other error, by the gateway or the provider, also within a stream.
 */
export const ExchangeOutcome = z.enum(['completed', 'failed', 'cancelled', 'rejected'])
export type ExchangeOutcome = z.infer<typeof ExchangeOutcome>

/**
 * `auth`: 401, 403, 407. `rate-limit`: 429. `timeout`: 408, 504. `connection`: 502, 503. `server`: other 5xx. `invalid`:
 * other 4xx. `stream`: an error after a successful status. `cancelled`: ended early.
 */
const errorClasses = [
  'auth',
  'rate-limit',
  'invalid',
  'timeout',
  'connection',
  'server',
  'stream',
  'cancelled',
] as const
export const ErrorClass = z.enum(errorClasses)
export type ErrorClass = z.infer<typeof ErrorClass>

const noMedia = { images: 0, videos: 0, audios: 0 }

export const Exchange = z.object({
  id: z.string(),
  /** `E1`…`E17`, or null for a route beyond the specification. */
  endpoint: z.string().nullable(),
  route: z.string(),
  method: z.string(),
  /** Without its query, which may contain a key. */
  path: z.string(),
  /** Without `?` and credentials; unknown parameters are replaced by `…`. Empty in logs of earlier versions. */
  query: z.string().default(''),
  model: z.string().nullable(),
  upstream: UpstreamKind,
  /** `demo`, `vendor`, or the ID of the service's profile. Empty in logs of earlier versions. */
  provider: z.string().default(''),
  /** `window`, the name of a named key, or the User-Agent, at most 120 characters; null if the client sent none. */
  client: z.string().nullable().default(null),
  /** ID of the named key that the client sent; its name is the `client`. */
  keyId: z.string().optional(),
  /** The last segment of a video operation's name, which its start and its polls have in common. */
  operation: z.string().nullable().default(null),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  status: z.number(),
  outcome: ExchangeOutcome,
  error: z.string().nullable(),
  errorClass: ErrorClass.nullable().default(null),
  requestBytes: z.number(),
  responseBytes: z.number(),
  /** Milliseconds after the request was received. */
  times: z.object({
    sentUpstream: z.number().nullable(),
    upstreamHeaders: z.number().nullable(),
    firstByte: z.number().nullable(),
    total: z.number(),
  }),
  /**
   * The gateway's own time, in milliseconds: until the request was sent, and from the end of a complete response to its
   * first byte to the client. Null if it is unknown.
   */
  overhead: z.number().nullable().default(null),
  /** Generated images, started videos, and transcribed audio files. */
  media: z.object({ images: z.number(), videos: z.number(), audios: z.number() }).default(noMedia),
  usage: UsageMetadata.nullable(),
  requestHeaders: Headers,
  responseHeaders: Headers,
  /** False if the settings exclude bodies, which are then empty. */
  hasBodies: z.boolean().default(true),
  /** Media are replaced by marks (`shared/exchange/body-marks`); cut at 256 KB. */
  requestBody: z.string(),
  responseBody: z.string(),
  /** For the first 5,000 streamed events: milliseconds after the request was received, and length. */
  timeline: z.array(z.tuple([z.number(), z.number()])),
})
export type Exchange = z.infer<typeof Exchange>

/** A media file of a request or its response, to be stored by the log. */
export interface ExchangeFile {
  /** In the body, the mark of the file ends with `, file <reference>>`. */
  readonly reference: string
  /** As it was sent. */
  readonly isBase64: boolean
  /** In memory that threads can share; unchanging. */
  readonly chunks: readonly Uint8Array[]
}

/** As the gateway reports it. */
export interface EndedExchange extends Exchange {
  readonly files?: readonly ExchangeFile[]
}

/** A request as lists show it. Numbers are milliseconds, bytes or tokens; null if they are not known (yet). */
export const ExchangeSummary = z.object({
  /** Also the value of the response's header `x-exchange-id`. */
  id: z.string(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  outcome: z.enum(['running', ...ExchangeOutcome.options]),
  /** Null until the response's headers are sent. */
  status: z.number().nullable(),
  endpoint: z.string().nullable(),
  route: z.string(),
  method: z.string(),
  path: z.string(),
  model: z.string().nullable(),
  client: z.string().nullable(),
  upstream: UpstreamKind,
  provider: z.string(),
  inputTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  thoughtsTokens: z.number().nullable(),
  cachedTokens: z.number().nullable(),
  firstByte: z.number().nullable(),
  total: z.number().nullable(),
  overhead: z.number().nullable(),
  requestBytes: z.number(),
  responseBytes: z.number(),
  errorClass: ErrorClass.nullable(),
  error: z.string().nullable(),
  operation: z.string().nullable(),
  /** Headers, bodies and events can be read. False while it runs, and once they were deleted to save space. */
  hasDetail: z.boolean(),
})
export type ExchangeSummary = z.infer<typeof ExchangeSummary>

/** A request that has ended. */
export interface EndedSummary extends ExchangeSummary {
  readonly status: number
  readonly outcome: ExchangeOutcome
  readonly total: number
  /** ID of the named key that the client sent. */
  readonly keyId?: string | undefined
}

/** Characters of an error in a summary; the detail has all of it. */
const maxSummaryError = 1000
/** Beyond this, a provider's number of tokens is an error of the provider. */
const maxTokens = 1e12

export function summarizeExchange(exchange: Exchange): EndedSummary {
  const { times, usage } = exchange
  return {
    id: exchange.id,
    startedAt: exchange.startedAt,
    outcome: exchange.outcome,
    status: exchange.status,
    endpoint: exchange.endpoint,
    route: exchange.route,
    method: exchange.method,
    path: exchange.path,
    model: exchange.model,
    client: exchange.client,
    upstream: exchange.upstream,
    provider: exchange.provider,
    inputTokens: toTokens(usage?.promptTokenCount),
    outputTokens: toTokens(usage?.candidatesTokenCount),
    thoughtsTokens: toTokens(usage?.thoughtsTokenCount),
    cachedTokens: toTokens(usage?.cachedContentTokenCount),
    firstByte: times.firstByte,
    total: times.total,
    overhead: exchange.overhead,
    requestBytes: exchange.requestBytes,
    responseBytes: exchange.responseBytes,
    errorClass: exchange.errorClass,
    error: summarizeError(exchange.error),
    operation: exchange.operation,
    hasDetail: true,
  }
}

export function summarizeError(error: string | null): string | null {
  return error?.slice(0, maxSummaryError) ?? null
}

/** Whole numbers, whatever a provider sends. */
export function toTokens(count: unknown): number | null {
  return typeof count === 'number' && count >= 0 && count <= maxTokens ? Math.round(count) : null
}

/** Returns null for a success. */
export function classifyError(outcome: ExchangeOutcome, status: number): ErrorClass | null {
  if (outcome === 'completed') return null
  if (outcome === 'cancelled') return 'cancelled'
  if (status < 400) return 'stream'
  return errorClassOf.get(status) ?? (status < 500 ? 'invalid' : 'server')
}

const errorClassOf: ReadonlyMap<number, ErrorClass> = new Map([
  [401, 'auth'],
  [403, 'auth'],
  [407, 'auth'],
  [408, 'timeout'],
  [429, 'rate-limit'],
  [502, 'connection'],
  [503, 'connection'],
  [504, 'timeout'],
])

/**
 * Returns the status for operators: 499 if the request was cancelled, and 502 if a stream failed after its status was
 * sent, because neither is a success.
 */
export function toFinalStatus({ outcome, status }: Pick<Exchange, 'outcome' | 'status'>): number {
  if (outcome === 'cancelled') return 499
  return outcome === 'completed' || status >= 400 ? status : 502
}

export const Refusal = z.object({
  /** The check that the request failed, in the gateway's order. */
  reason: z.enum(['malformed', 'host', 'origin', 'path', 'key']),
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** `GET /v1beta/models`: redacted and short. */
  request: z.string(),
  message: z.string(),
})
export type Refusal = z.infer<typeof Refusal>

/** Number of rejected requests and the last one for each reason, since the gateway was started. */
export const RefusalCounts = z.array(z.object({ count: z.number(), last: Refusal }))
export type RefusalCounts = z.infer<typeof RefusalCounts>
