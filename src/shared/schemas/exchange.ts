// A request through the gateway and its response, as the log stores them: redacted, without media.
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
  /** Without its query, which may contain a key. */
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
  /** Milliseconds after the request was received. */
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
  /** For the first 5,000 streamed events: milliseconds after the request was received, and length. */
  timeline: z.array(z.tuple([z.number(), z.number()])),
})
export type Exchange = z.infer<typeof Exchange>

export const Refusal = z.object({
  /** The check that the request failed, in the gateway's order. */
  reason: z.enum(['malformed', 'host', 'origin', 'path', 'key']),
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** `GET /v1beta/models`: redacted and short. */
  request: z.string(),
  message: z.string(),
})
export type Refusal = z.infer<typeof Refusal>

/** Number of rejected requests and the last one for each reason, since the gateway was started. */
export const RefusalCounts = z.array(z.object({ count: z.number(), last: Refusal }))
export type RefusalCounts = z.infer<typeof RefusalCounts>
