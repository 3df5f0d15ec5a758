// HTTP responses of the gateway: their bodies, and what an error means for a job or a turn.
import {
  ApiError,
  readErrorBody,
  readErrorHeaders,
  readRetryDelay,
  toErrorCode,
} from '#shared/schemas/api-error'
import type { TurnError } from '#shared/schemas/chat'
import type { JobError } from '#shared/schemas/job'
import { abbreviateBase64 } from '#shared/wire/abbreviate-base64'
import type { HttpBody, HttpResponse } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import { parseJson } from './parse-json'

const maxErrorBytes = 1024 * 1024

export async function readErrorResponse({ status, headers, body }: HttpResponse): Promise<ApiError> {
  const bytes = await readBody(body, maxErrorBytes, () => notAnAnswer(`status ${status}`))
  const told = readErrorBody(status, parseJson(new TextDecoder().decode(bytes)))
  const code = told?.code ?? toErrorCode(status)
  const seconds = Number.parseFloat(headers['retry-after'] ?? '')
  return new ApiError(code, told?.message ?? `The provider returned status ${status}.`, {
    http: status,
    ...readErrorHeaders(headers),
    ...(told?.details ? { details: told.details } : {}),
    // The gateway tells it in seconds; a date, which a service may send instead, is left to the details.
    ...(seconds >= 0 ? { retryAfter: seconds } : {}),
  })
}

export function notAnAnswer(reason: string): ApiError {
  return new ApiError('UNAVAILABLE', `The provider returned an invalid response (${reason}).`)
}

export async function* streamBody(body: HttpBody): AsyncGenerator<Uint8Array, void, undefined> {
  if (body instanceof Uint8Array) yield body
  else if (body) yield* body
}

/** Ends the transfer of a body that nobody reads. */
export async function discardBody({ body }: HttpResponse): Promise<void> {
  if (body && !(body instanceof Uint8Array)) await body[Symbol.asyncIterator]().return?.()
}

export function toTurnError({ code, message, details, retryAfter, source, reason }: ApiError): TurnError {
  const seconds = retryAfter ?? readRetryDelay({ message, details })
  // A service may say so many digits that no number holds them.
  const isTold = seconds !== undefined && Number.isFinite(seconds)
  return {
    code,
    message: abbreviateBase64(message),
    ...(isTold ? { retryAfter: seconds } : {}),
    ...(source ? { source } : {}),
    ...(reason ? { reason } : {}),
  }
}

/** Whatever was thrown. */
export function toJobError(error: unknown): JobError {
  if (error instanceof ApiError) return toTurnError(error)
  const reason = error instanceof Error ? error.message : String(error)
  return { code: 'UNAVAILABLE', message: `No response: ${reason}` }
}

/** How often one call is refused for being too many before it is given up. */
const maxRefusals = 8
/** Seconds: a service that wants more is out of its quota for the day. */
const maxWait = 600

/** Seconds, after so many refusals before; undefined if waiting does not help. Nothing was done for such a call, so it may be made again. */
export function rateLimitDelay(error: unknown, refusals: number): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'RESOURCE_EXHAUSTED') return undefined
  const seconds = error.retryAfter ?? readRetryDelay(error) ?? 2 ** refusals
  return refusals + 1 >= maxRefusals || seconds > maxWait ? undefined : Math.max(seconds, 0.1)
}

/** False only if it is certain: our own gateway was not there to take it, or the workspace could not send at all. */
export function mayHaveBeenSent(error: unknown): boolean {
  if (error instanceof ApiError && error.code === 'FAILED_PRECONDITION') return false
  let reason = error
  for (let depth = 0; depth < 4 && typeof reason === 'object' && reason !== null; depth += 1) {
    if ('code' in reason && reason.code === 'ECONNREFUSED') return false
    reason = 'cause' in reason ? reason.cause : undefined
  }
  return true
}

/** Whether a refusal leaves open what became of the call: the gateway says so of one that had left when it failed (wire §12). */
export function isOutcomeUnknown({ status, headers }: HttpResponse): boolean {
  return status >= 500 && headers['x-should-retry'] === 'false'
}
