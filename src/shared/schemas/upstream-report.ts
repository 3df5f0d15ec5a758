// The result of an upstream test: a verdict for each of its parts, and the models that it knows.
import { z } from 'zod'

/** Timeout of the test for each part, instead of those in Settings > Network. */
export const checkTimeoutSeconds = 20

/** Whether a part works; if not, what the user can do something about. The finding and the advice say it in words. */
const checkVerdicts = [
  'working',
  /** None is entered, so nothing was sent. */
  'no-key',
  'key',
  /** Also for a server that responds, but not with this API. */
  'base-url',
  'model',
  'proxy',
  'certificate',
  'network',
  /** A rate limit or a quota. */
  'wait',
  /** Any other error response; `detail` has the upstream's message. */
  'provider',
] as const
export type CheckVerdict = (typeof checkVerdicts)[number]

export const CheckedPart = z.object({
  part: z.enum(['demo', 'content', 'transcription', 'gemini', 'openai', 'models']),
  verdict: z.enum(checkVerdicts),
  /** A phrase without a period; empty if it works. */
  finding: z.string(),
  /** Sentences; empty if it works. */
  advice: z.string(),
  /** Until the response was complete; null if there was none. */
  milliseconds: z.number().nullable(),
  /** The upstream's response, without keys and hosts; empty if there is none, or nothing to say about it. */
  detail: z.string(),
  /** The request, for display: `GET /v1beta/models`. */
  request: z.string(),
})
export type CheckedPart = z.infer<typeof CheckedPart>

export const UpstreamReport = z.object({
  parts: z.array(CheckedPart),
  /** From the upstream's list of models; empty if it has none. `known` is null if the list does not tell. */
  models: z.array(z.object({ id: z.string(), upstreamId: z.string(), known: z.boolean().nullable() })),
})
export type UpstreamReport = z.infer<typeof UpstreamReport>
