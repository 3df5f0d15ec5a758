// Reads HTTP responses of the gateway, and converts their errors to those of jobs and turns.
import {
  ApiError,
  readErrorBody,
  readErrorHeaders,
  readRetryDelay,
  toErrorCode,
} from '#shared/schemas/api-error'
import type { TurnError } from '#shared/schemas/chat'
import type { JobError } from '#shared/schemas/job'
import { abbreviateBase64 } from '#shared/wire/base64'
import type { HttpBody, HttpResponse } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import { parseJson } from './parse-json'

const maxErrorBytes = 1024 * 1024

export async function readErrorResponse({ status, headers, body }: HttpResponse): Promise<ApiError> {
  const bytes = await readBody(body, maxErrorBytes, () => invalidResponse(`status ${status}`))
  const errorBody = readErrorBody(status, parseJson(new TextDecoder().decode(bytes)))
  const code = errorBody?.code ?? toErrorCode(status)
  const seconds = Number.parseFloat(headers['retry-after'] ?? '')
  return new ApiError(code, errorBody?.message ?? `The provider returned status ${status}.`, {
    http: status,
    ...readErrorHeaders(headers),
    ...(errorBody?.details ? { details: errorBody.details } : {}),
    // The gateway sends seconds. A service may send a date instead; then the delay is in the details.
    ...(seconds >= 0 ? { retryAfter: seconds } : {}),
  })
}

export function invalidResponse(reason: string): ApiError {
  return new ApiError('UNAVAILABLE', `The provider returned an invalid response (${reason}).`)
}

export async function* streamBody(body: HttpBody): AsyncGenerator<Uint8Array, void, undefined> {
  if (body instanceof Uint8Array) yield body
  else if (body) yield* body
}

/** Ends the transfer of a body that is not needed. */
export async function discardBody({ body }: HttpResponse): Promise<void> {
  if (body && !(body instanceof Uint8Array)) await body[Symbol.asyncIterator]().return?.()
}

export function toTurnError({ code, message, details, retryAfter, source, reason }: ApiError): TurnError {
  const seconds = retryAfter ?? readRetryDelay({ message, details })
  // A service may send so large a number that it is read as infinite.
  const hasDelay = seconds !== undefined && Number.isFinite(seconds)
  return {
    code,
    message: abbreviateBase64(message),
    ...(hasDelay ? { retryAfter: seconds } : {}),
    ...(source ? { source } : {}),
    ...(reason ? { reason } : {}),
  }
}

/** Accepts any thrown value. */
export function toJobError(error: unknown): JobError {
  if (error instanceof ApiError) return toTurnError(error)
  const reason = error instanceof Error ? error.message : String(error)
  return { code: 'UNAVAILABLE', message: `No response: ${reason}` }
}

/** How many rate-limit errors in a row end a request. */
const maxRateLimited = 8
/** A longer delay means that the daily quota is used up. */
const maxDelaySeconds = 600

/**
 * Seconds to wait after a rate-limit error that followed `rejections` others; undefined if waiting does not help. The
 * provider did nothing for such a request, so it is safe to send it again.
 */
export function rateLimitDelay(error: unknown, rejections: number): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'RESOURCE_EXHAUSTED') return undefined
  const seconds = error.retryAfter ?? readRetryDelay(error) ?? 2 ** rejections
  return rejections + 1 >= maxRateLimited || seconds > maxDelaySeconds ? undefined : Math.max(seconds, 0.1)
}

/** False only if it is certain: the gateway refused the connection, or the workspace could not send at all. */
export function mayHaveBeenSent(error: unknown): boolean {
  if (error instanceof ApiError && error.code === 'FAILED_PRECONDITION') return false
  let reason = error
  for (let depth = 0; depth < 4 && typeof reason === 'object' && reason !== null; depth += 1) {
    if ('code' in reason && reason.code === 'ECONNREFUSED') return false
    reason = 'cause' in reason ? reason.cause : undefined
  }
  return true
}

/** Whether the provider may have processed the request: the gateway marks one that failed after it was sent (wire §12). */
export function isOutcomeUnknown({ status, headers }: HttpResponse): boolean {
  return status >= 500 && headers['x-should-retry'] === 'false'
}
