// Converts an upstream's error for the client: keeps status and body, redacts secrets, uses the route's dialect.
import {
  ApiError,
  type GeminiErrorBody,
  quoteProvider,
  readErrorBody,
  readRetryDelay,
  rejectedKeySentence,
  toErrorCode,
  toErrorHeaders,
  toGeminiBody,
  toOpenAiBody,
} from '#shared/schemas/api-error'
import { abbreviateBase64 } from '#shared/wire/base64'
import type { HttpResponse } from '#shared/wire/http'
import { tryParseJson } from '#shared/wire/json-objects'
import { readErrorBytes } from '#shared/wire/read-body'
import { toBuffer } from '../bytes'
import { redactDeep } from '../redaction/json'
import { readProviderMessage } from '../translation/provider-errors'
import { type HandlerRequest, jsonResponse } from './handler'

type ErrorOptions = Pick<HandlerRequest, 'dialect' | 'redact'>

export async function toUpstreamErrorResponse(
  response: HttpResponse,
  options: ErrorOptions,
): Promise<HttpResponse> {
  const text = await readErrorText(response)
  const bare = redactDeep(unwrap(parse(text)), (part) => options.redact(abbreviateBase64(part)))
  const known = readErrorBody(response.status, bare)
  const error = known ? unnest(known) : readForeignError(response.status, bare)
  const explained = error ? blameUpstreamKey(error, bare) : textError(response, options.redact(text))
  const body =
    known && fitsDialect(bare, options.dialect)
      ? withMessage(bare, explained.message)
      : toBody(explained, options)
  const plain = jsonResponse(body, response.status)
  const retrying = toRetryHeaders(response.headers['retry-after'], bare)
  const marks = toErrorHeaders(explained)
  return { ...plain, headers: { ...passedHeaders(response), ...plain.headers, ...retrying, ...marks } }
}

/** The message may be the JSON of an error of the provider behind the provider. */
function unnest(error: ApiError): ApiError {
  const message = /^\s*[[{]/.test(error.message) ? readProviderMessage(error.message) : undefined
  if (message === undefined) return error
  const { http, details } = error
  return new ApiError(error.code, message, { http, ...(details ? { details } : {}) })
}

function readForeignError(status: number, body: unknown): ApiError | undefined {
  const message = readProviderMessage(body)
  return message === undefined ? undefined : new ApiError(toErrorCode(status), message, { http: status })
}

/** Drops the headers that describe the original body (length, encoding, type); a range has the file's size. */
function passedHeaders(response: HttpResponse): Record<string, string> {
  const allowed = Object.entries(response.headers).filter(
    ([name]) => !name.startsWith('content-') || name === 'content-range',
  )
  return Object.fromEntries(allowed)
}

/** Parses JSON, or the JSON of a server-sent event. */
function parse(text: string): unknown {
  return tryParseJson(text.replace(/^\s*data:/, ''))
}

/** Some OpenAI-compatible servers have a text in place of the error object. */
function unwrap(body: unknown): unknown {
  const one: unknown = Array.isArray(body) && body.length === 1 ? body[0] : body
  const { error } = Object(one) as { error?: unknown }
  return typeof error === 'string' && error !== '' ? { ...Object(one), error: { message: error } } : one
}

/** Like `toUpstreamErrorResponse`, for an error sent with a success status; undefined if the body is not an error. */
export function unwrapHiddenError(
  response: HttpResponse,
  bytes: Uint8Array,
  options: ErrorOptions,
): Promise<HttpResponse> | undefined {
  if (!startsWithError(bytes)) return undefined
  const body = unwrap(parse(new TextDecoder().decode(bytes)))
  // An operation that failed has an error, too, but not only an error.
  if (typeof body !== 'object' || body === null || Object.keys(body).length > 1) return undefined
  if ((body as { error?: unknown }).error === null) return undefined
  const code = codeOf(body)
  const status = typeof code === 'number' && code >= 400 && code < 600 ? code : 502
  return toUpstreamErrorResponse({ ...response, status, body: bytes }, options)
}

/** Called for every response, of which nearly all differ in the first character of a name. */
function startsWithError(bytes: Uint8Array): boolean {
  if (bytes[bytes.indexOf(0x22) + 1] !== 0x65) return false
  const start = toBuffer(bytes).toString('latin1', 0, 100)
  return /^\s*(?:\[\s*)?\{\s*"error"\s*:/.test(start)
}

/** Makes clear that the upstream's key is wrong, not the client's, which the gateway has accepted. */
function blameUpstreamKey(error: ApiError, body: unknown): ApiError {
  const reasons = (error.details ?? []).map((detail) =>
    String((detail as { reason?: unknown } | null)?.reason),
  )
  const isAboutKey =
    error.http === 401 ||
    reasons.some((reason) => /^(?:API_KEY|ACCESS_TOKEN)_/.test(reason)) ||
    /\bAPI key not valid|unregistered callers|API key was reported as leaked/i.test(error.message) ||
    codeOf(body) === 'invalid_api_key'
  const more = { http: error.http, ...(error.details ? { details: error.details } : {}) }
  if (!isAboutKey) return new ApiError(error.code, error.message, { ...more, source: 'provider' })
  return new ApiError(error.code, quoteProvider(rejectedKeySentence, error.message), {
    ...more,
    reason: 'rejected-key',
  })
}

function codeOf(body: unknown): unknown {
  return (body as { error?: { code?: unknown } } | null)?.error?.code
}

/** A body in the client's dialect is forwarded unchanged, unknown fields included. */
function fitsDialect(bare: unknown, dialect: ErrorOptions['dialect']): boolean {
  const error = (bare as { error?: Record<string, unknown> }).error ?? {}
  // OpenRouter's errors have no type.
  return dialect === 'openai'
    ? 'type' in error || 'metadata' in error
    : typeof error.code === 'number' && 'status' in error
}

function withMessage(bare: unknown, message: string): unknown {
  // `fitsDialect` has checked that it has an error object.
  const { error, ...others } = bare as { error: object }
  return { ...others, error: { ...error, message } }
}

function toBody(error: ApiError, options: ErrorOptions): unknown {
  return options.dialect === 'openai' ? toOpenAiBody(error) : toGeminiBody(error)
}

/** A body without JSON: quotes a text, but no page. */
function textError({ status, headers }: HttpResponse, text: string): ApiError {
  const isPage = /^text\/html/i.test(headers['content-type'] ?? '') || /^\s*<(?:!doctype|html)/i.test(text)
  const said = isPage ? undefined : readProviderMessage(text)
  const what = isPage
    ? 'returned an HTML page instead of an API response'
    : said === undefined
      ? 'returned no error details'
      : 'returned an error'
  const sentence = `The provider ${what} (status ${status}). ${adviseOn(status, headers['retry-after'])}`
  return new ApiError(toErrorCode(status), said === undefined ? sentence : quoteProvider(sentence, said), {
    http: status,
    reason: status === 429 ? undefined : 'connection',
  })
}

function adviseOn(status: number, retryAfter: string | undefined): string {
  if (status === 429) return `Too many requests. ${describeWait(retryAfter)}, then retry.`
  if (status === 401) return 'Check the key and the base URL.'
  if (status === 404) return 'Check the model ID and the base URL.'
  return 'Check the base URL, the proxy, and the key.'
}

function describeWait(retryAfter = ''): string {
  return /^\d{1,6}$/.test(retryAfter) ? `Wait ${retryAfter} s` : 'Wait a moment'
}

async function readErrorText({ body }: HttpResponse): Promise<string> {
  return new TextDecoder().decode(await readErrorBytes(body))
}

/** Returns headers for the client. `stated` is the upstream's `Retry-After`; `body` its error, in any shape. */
export function toRetryHeaders(
  stated: string | undefined,
  body: unknown,
  now = new Date(),
): Record<string, string> {
  const error = (body as Partial<GeminiErrorBody> | null | undefined)?.error
  const details: unknown[] = Array.isArray(error?.details) ? error.details : []
  // The stated delay of some seconds is wrong: a daily quota resets with the vendor's next day.
  if (details.some(namesDay))
    return { 'retry-after': String(secondsOfDayLeft(now)), 'x-should-retry': 'false' }
  if (stated !== undefined) return { 'retry-after': stated }
  const delay = readRetryDelay({ message: error?.message, details })
  return delay === undefined ? {} : { 'retry-after': String(Math.ceil(delay)) }
}

/** `QuotaFailure` with a quota such as `GenerateRequestsPerDayPerProjectPerModel-FreeTier`. */
function namesDay(detail: unknown): boolean {
  const { violations } = (detail ?? {}) as { violations?: unknown }
  return (
    Array.isArray(violations) &&
    violations.some((one) => /PerDay/i.test(String((one as { quotaId?: unknown } | null)?.quotaId)))
  )
}

const vendorClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Los_Angeles',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
})

/** The vendor's days end at midnight Pacific time. */
function secondsOfDayLeft(now: Date): number {
  const parts = Object.fromEntries(
    vendorClock.formatToParts(now).map(({ type, value }) => [type, Number(value)]),
  )
  return 86_400 - ((parts.hour ?? 0) * 3600 + (parts.minute ?? 0) * 60 + (parts.second ?? 0))
}
