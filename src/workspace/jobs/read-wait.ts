// How long to wait before a call is made again that was one too many.
import { ApiError, readRetryDelay } from '#shared/schemas/api-error'

/** How often one call is refused for being too many before it is given up. */
const mostRefusals = 8
/** Seconds: a service that wants more is out of its quota for the day. */
const longestWait = 600

/** Seconds, after so many refusals before; undefined where waiting does not help. Nothing was done for such a call, so it may be made again. */
export function readWait(error: unknown, refusals: number): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'RESOURCE_EXHAUSTED') return undefined
  const seconds = error.retryAfter ?? readRetryDelay(error) ?? 2 ** refusals
  return refusals + 1 >= mostRefusals || seconds > longestWait ? undefined : Math.max(seconds, 0.1)
}
