// Reads an answer that refuses: whose status says that nothing was done.
import { ApiError, errorSourceHeader, readErrorBody, toErrorCode } from '#shared/schemas/api-error'
import type { Answer } from '#shared/wire/call'
import { readBody } from '#shared/wire/read-body'

const errorBodyLimit = 1024 * 1024

export async function readRefusal({ status, headers, body }: Answer): Promise<ApiError> {
  const bytes = await readBody(body, errorBodyLimit, () => tooLong(status))
  const told = readErrorBody(status, parseJson(new TextDecoder().decode(bytes)))
  const code = told?.code ?? toErrorCode(status)
  const seconds = Number.parseFloat(headers['retry-after'] ?? '')
  return new ApiError(code, told?.message ?? `The service answered with status ${status}.`, {
    http: status,
    source: headers[errorSourceHeader] === 'provider' ? 'provider' : undefined,
    ...(told?.details ? { details: told.details } : {}),
    // The gateway tells it in seconds; a date, which a service may send instead, is left to the details.
    ...(seconds >= 0 ? { retryAfter: seconds } : {}),
  })
}

function tooLong(status: number): ApiError {
  const message = `The service sent something that is not an answer (its status is ${status}).`
  return new ApiError('UNAVAILABLE', message)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
