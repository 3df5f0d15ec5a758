// What a turn keeps of the error that ended it.
import type { ApiError } from '#shared/schemas/api-error'
import { readRetryDelay } from '#shared/schemas/api-error'
import type { TurnError } from '#shared/schemas/chat'
import { nameBase64 } from '#shared/wire/name-base64'

export function toTurnError({ code, message, details, retryAfter, source }: ApiError): TurnError {
  const seconds = retryAfter ?? readRetryDelay({ message, details })
  // A service may say so many digits that no number holds them.
  const isTold = seconds !== undefined && Number.isFinite(seconds)
  return {
    code,
    message: nameBase64(message),
    ...(isTold ? { retryAfter: seconds } : {}),
    ...(source ? { source } : {}),
  }
}
