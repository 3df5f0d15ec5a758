// Whether a call that got no answer may have reached whoever bills it.
import { ApiError } from '#shared/schemas/api-error'
import type { Answer } from '#shared/wire/call'

/** False only where it is certain: our own gateway was not there to take it, or the workspace could not send at all. */
export function hasLeft(error: unknown): boolean {
  if (error instanceof ApiError && error.code === 'FAILED_PRECONDITION') return false
  let reason = error
  for (let depth = 0; depth < 4 && typeof reason === 'object' && reason !== null; depth += 1) {
    if ('code' in reason && reason.code === 'ECONNREFUSED') return false
    reason = 'cause' in reason ? reason.cause : undefined
  }
  return true
}

/** Whether a refusal leaves open what became of the call: the gateway says so of one that had left when it failed (wire §12). */
export function isDoubtful({ status, headers }: Answer): boolean {
  return status >= 500 && headers['x-should-retry'] === 'false'
}
