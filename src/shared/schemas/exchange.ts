// One call through the gateway as the log keeps it: redacted, without media, with the times that matter.
import { z } from 'zod'
import { UsageMetadata } from './content'
import { UpstreamKind } from './upstream'

const Headers = z.record(z.string(), z.string())

export const Exchange = z.object({
  id: z.string(),
  /** `E1`…`E17`, or null for a route beyond the specification. */
  endpoint: z.string().nullable(),
  route: z.string(),
  method: z.string(),
  /** Without its query: a key may stand there. */
  path: z.string(),
  model: z.string().nullable(),
  upstream: UpstreamKind,
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  status: z.number(),
  outcome: z.enum(['completed', 'failed', 'cancelled']),
  error: z.string().nullable(),
  requestBytes: z.number(),
  responseBytes: z.number(),
  /** Milliseconds from the call's arrival. */
  times: z.object({
    sentUpstream: z.number().nullable(),
    upstreamHeaders: z.number().nullable(),
    firstByte: z.number().nullable(),
    total: z.number(),
  }),
  usage: UsageMetadata.nullable(),
  requestHeaders: Headers,
  responseHeaders: Headers,
  /** Long Base64 is replaced by its length; cut at 256 KB. */
  requestBody: z.string(),
  responseBody: z.string(),
  /** Milliseconds from the call's arrival and the length of each streamed event; the first 5,000. */
  timeline: z.array(z.tuple([z.number(), z.number()])),
})
export type Exchange = z.infer<typeof Exchange>

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
