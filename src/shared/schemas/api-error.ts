// The error class of the whole application: its codes, and conversion to and from both vendors' error bodies.
import { z } from 'zod'

/** Status names of the Gemini dialect with their HTTP statuses (decisions §6, wire §4.1). */
const errorCodes = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  ABORTED: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  RESOURCE_EXHAUSTED: 429,
  CANCELLED: 499,
  INTERNAL: 500,
  UNIMPLEMENTED: 501,
  UNAVAILABLE: 502,
  DEADLINE_EXCEEDED: 504,
} as const

export type ErrorCode = keyof typeof errorCodes

/** Codes that the Gemini dialect lacks are sent with the nearest name; the HTTP status stays exact. */
const wireStatus: Partial<Record<ErrorCode, ErrorCode>> = {
  METHOD_NOT_ALLOWED: 'UNIMPLEMENTED',
  PAYLOAD_TOO_LARGE: 'INVALID_ARGUMENT',
  UNSUPPORTED_MEDIA_TYPE: 'INVALID_ARGUMENT',
  RANGE_NOT_SATISFIABLE: 'INVALID_ARGUMENT',
}

/**
 * Why a request failed, where the interface acts on it; it never reads messages for that.
 * `rejected-key`: the provider rejected the configured API key. `connection`: no provider answered at the configured
 * URL; the message says what to check. `not-saved`: nothing was sent, because the result couldn't be saved.
 */
export const ErrorReason = z.enum(['rejected-key', 'connection', 'not-saved'])
export type ErrorReason = z.infer<typeof ErrorReason>

export interface ErrorContext {
  /** The HTTP status, if it is not the code's default. */
  readonly http?: number
  /** The field that is wrong, as a path (`contents[1].parts`). */
  readonly param?: string
  /** `error.details` of the Gemini dialect. */
  readonly details?: readonly unknown[]
  /** Seconds to wait before a retry. */
  readonly retryAfter?: number
  /** `error.code` of OpenAI's form, if the usual one of this error says something else. */
  readonly openAiCode?: string
  /** The message is the provider's own; otherwise it is this application's. */
  readonly source?: 'provider' | undefined
  readonly reason?: ErrorReason | undefined
  readonly cause?: unknown
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly http: number
  readonly param: string | undefined
  readonly details: readonly unknown[] | undefined
  readonly retryAfter: number | undefined
  readonly openAiCode: string | undefined
  readonly source: 'provider' | undefined
  readonly reason: ErrorReason | undefined

  constructor(code: ErrorCode, message: string, context: ErrorContext = {}) {
    super(message, { cause: context.cause })
    this.code = code
    this.http = context.http ?? errorCodes[code]
    this.param = context.param
    this.details = context.details
    this.retryAfter = context.retryAfter
    this.openAiCode = context.openAiCode
    this.source = context.source
    this.reason = context.reason
  }
}

/** E2–E17 and most routes beyond the specification. */
export const GeminiErrorBody = z.object({
  error: z.object({
    code: z.number().nullish(),
    message: z.string(),
    status: z.string().optional(),
    details: z.array(z.unknown()).optional(),
    /** Set by the gateway in stream events, which have no headers. */
    source: z.literal('provider').optional().catch(undefined),
    reason: ErrorReason.optional().catch(undefined),
  }),
})
export type GeminiErrorBody = z.infer<typeof GeminiErrorBody>

/** E1 and the other routes of OpenAI clients. */
export const OpenAiErrorBody = z.object({
  error: z.object({
    message: z.string(),
    type: z.string().nullish(),
    param: z.string().nullish(),
    code: z.union([z.string(), z.number()]).nullish(),
  }),
})
export type OpenAiErrorBody = z.infer<typeof OpenAiErrorBody>

export function toGeminiBody(error: ApiError): GeminiErrorBody {
  const status = wireStatus[error.code] ?? error.code
  const details = error.details ? { details: [...error.details] } : {}
  return { error: { code: error.http, message: error.message, status, ...details } }
}

const openAiCodes: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: 'invalid_api_key',
  NOT_FOUND: 'model_not_found',
  RESOURCE_EXHAUSTED: 'rate_limit_exceeded',
}

export function toOpenAiBody(error: ApiError): OpenAiErrorBody {
  const type = error.http >= 500 ? 'server_error' : 'invalid_request_error'
  const code = error.openAiCode ?? openAiCodes[error.code] ?? error.code.toLowerCase()
  return { error: { message: error.message, type, param: error.param ?? null, code } }
}

/** Makes clear that it is not the client's key, which the gateway has accepted. A server may have no key. */
export const rejectedKeySentence =
  'The provider rejected the API key configured in Settings > Provider, or requires one.'

/** Appends the provider's message to this application's sentence. */
export function quoteProvider(sentence: string, providerMessage: string): string {
  return `${sentence} It says: ${providerMessage}`
}

/** Splits a message of `quoteProvider`; returns undefined for others. */
export function splitQuote(message: string): { sentence: string; providerMessage: string } | undefined {
  const [, sentence, providerMessage] = /^(.*?) It says: (.*)$/s.exec(message) ?? []
  return sentence && providerMessage ? { sentence, providerMessage } : undefined
}

const sourceHeader = 'x-error-source'
const reasonHeader = 'x-error-reason'

/** The headers of an error response that say what its body has no field for. */
export function toErrorHeaders({
  source,
  reason,
}: Pick<ErrorContext, 'source' | 'reason'>): Record<string, string> {
  return { ...(source ? { [sourceHeader]: source } : {}), ...(reason ? { [reasonHeader]: reason } : {}) }
}

/** Reads the headers of `toErrorHeaders`. */
export function readErrorHeaders(
  headers: Readonly<Record<string, string | undefined>>,
): Pick<ErrorContext, 'source' | 'reason'> {
  return {
    source: headers[sourceHeader] === 'provider' ? 'provider' : undefined,
    reason: ErrorReason.safeParse(headers[reasonHeader]).data,
  }
}

/** Maps an HTTP status, or the status name of the body if there is one, to a code. */
export function toErrorCode(http: number, status?: string): ErrorCode {
  if (status && Object.hasOwn(errorCodes, status)) return status as ErrorCode
  const match = (Object.keys(errorCodes) as ErrorCode[]).find((code) => errorCodes[code] === http)
  if (match) return match
  return http >= 500 ? 'UNAVAILABLE' : 'INVALID_ARGUMENT'
}

/** Parses an error body of either dialect, bare or in a one-element array (wire §3.3). Returns undefined for other bodies. */
export function readErrorBody(http: number, body: unknown): ApiError | undefined {
  const bare = Array.isArray(body) ? body[0] : body
  const gemini = GeminiErrorBody.safeParse(bare)
  if (gemini.success) {
    const { message, status, details, source, reason } = gemini.data.error
    const more = { source, reason, ...(details ? { details } : {}) }
    return new ApiError(toErrorCode(http, status), message, { http, ...more })
  }
  const openAi = OpenAiErrorBody.safeParse(bare)
  if (openAi.success) return new ApiError(toErrorCode(http), openAi.data.error.message, { http })
  return undefined
}

interface ErrorFields {
  readonly message?: unknown
  readonly details?: unknown
}

/** Returns seconds, with a fraction; undefined if the error has no delay. Accepts any response body. */
export function readRetryDelay({ message, details }: ErrorFields): number | undefined {
  const delays = Array.isArray(details) ? details.map(readDelay) : []
  return delays.find((seconds) => seconds !== undefined) ?? readSentence(message)
}

/** Parses `RetryInfo.retryDelay`: `"34.400000000s"`, or an object with seconds and nanoseconds. */
function readDelay(detail: unknown): number | undefined {
  const delay = (detail as { retryDelay?: unknown } | null)?.retryDelay
  if (typeof delay === 'string') return /^\d+(\.\d+)?s$/.test(delay) ? Number.parseFloat(delay) : undefined
  if (typeof delay !== 'object' || delay === null) return undefined
  const { seconds = 0, nanos = 0 } = delay as { seconds?: unknown; nanos?: unknown }
  const total = Number(seconds) + Number(nanos) / 1e9
  return Number.isFinite(total) && total >= 0 ? total : undefined
}

/** Some messages end with "Please retry in 47.88s." but have no `RetryInfo`. */
function readSentence(message: unknown): number | undefined {
  const text = typeof message === 'string' ? message : ''
  if (/Please retry in [\d.]+[mµn]s/.test(text)) return 1
  const match = /Please retry in (?:(\d+)h)?(?:(\d+)m)?([\d.]+)s/.exec(text)
  if (!match) return undefined
  const [hours, minutes, seconds] = [match[1], match[2], match[3]].map((text) =>
    Number.parseFloat(text ?? '0'),
  )
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)
}
