// What a job keeps of the error that stands in its way.
import { ApiError } from '#shared/schemas/api-error'
import type { JobError } from '#shared/schemas/job'
import { toTurnError } from '../chat/turn-error'

/** Whatever was thrown. */
export function toJobError(error: unknown): JobError {
  if (error instanceof ApiError) return toTurnError(error)
  const reason = error instanceof Error ? error.message : String(error)
  return { code: 'UNAVAILABLE', message: `No answer came: ${reason}` }
}
