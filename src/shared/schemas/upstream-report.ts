// The result of an upstream test: a verdict for each of its parts, and the models that it knows.
import { z } from 'zod'

/** Timeout of the test for each part, instead of those in Settings > Network. */
export const checkTimeoutSeconds = 20

/** Results for a part of an upstream, from best to worst. */
const checkVerdicts = [
  'working',
  /** It works, but took more than a few seconds to respond. */
  'slow',
  'no-key',
  /** A key is saved, but cannot be decrypted. */
  'key-unreadable',
  /** The key was entered for another origin, so nothing was sent. */
  'key-entered-elsewhere',
  /** 401, or 400 with "API key not valid". */
  'unauthorised',
  /** 403. */
  'forbidden',
  /** 404 for a model. */
  'unknown-model',
  /** 429. */
  'quota',
  /** It responds, but not with this API: HTML, invalid JSON, a wrong path. */
  'not-the-api',
  /** Any other error response; `detail` has the upstream's message. */
  'refused-the-call',
  'dns',
  'connection-refused',
  'unreachable',
  'tls',
  'proxy-unreachable',
  /** 407. */
  'proxy-credentials',
  'proxy-refused',
  'timed-out',
  'broken-off',
  /** The extra CA file cannot be read or holds no certificate. */
  'certificates-file',
] as const
export type CheckVerdict = (typeof checkVerdicts)[number]

export const CheckedPart = z.object({
  part: z.enum(['demo', 'content', 'transcription', 'gemini', 'openai', 'models']),
  verdict: z.enum(checkVerdicts),
  /** Until the response was complete; null if there was none. */
  milliseconds: z.number().nullable(),
  /** The upstream's message or the error's, without keys and hosts; may be empty. */
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
