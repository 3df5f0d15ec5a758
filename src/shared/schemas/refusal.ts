// Requests that the gateway refused before the caller had shown its key: counted, never stored.
import { z } from 'zod'

export const Refusal = z.object({
  /** What the request failed at, in the order in which the gateway checks it. */
  reason: z.enum(['malformed', 'host', 'origin', 'path', 'key']),
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** `GET /v1beta/models`: redacted and short. */
  request: z.string(),
  message: z.string(),
})
export type Refusal = z.infer<typeof Refusal>

/** How many there were for each reason, with the last one; since the gateway was started. */
export const RefusalCounts = z.array(z.object({ count: z.number(), last: Refusal }))
export type RefusalCounts = z.infer<typeof RefusalCounts>
