// What a test of an upstream found: one line a part of it, and which models it knows.
import { z } from 'zod'

/** A part that has not answered by then has timed out; the limits of Settings > Network don't apply. */
export const checkTimeoutSeconds = 20

/** How a part of an upstream answered, from well to not at all. */
export const checkVerdicts = [
  'working',
  /** It works, but took longer than a few seconds to say so. */
  'slow',
  'no-key',
  /** One is saved, but cannot be decrypted. */
  'key-unreadable',
  /** It was entered for another origin, and nothing was sent. */
  'key-entered-elsewhere',
  /** 401, or 400 with "API key not valid". */
  'unauthorised',
  /** 403. */
  'forbidden',
  /** 404 for a model. */
  'unknown-model',
  /** 429. */
  'quota',
  /** It answers, but not as this API: HTML, no JSON, a wrong path. */
  'not-the-api',
  /** Any other refusal; the upstream's own words tell more. */
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
  part: z.enum(['demo', 'content', 'transcription', 'gemini', 'openai']),
  verdict: z.enum(checkVerdicts),
  /** Until the answer was whole; null if none came. */
  milliseconds: z.number().nullable(),
  /** The upstream's own words or the cause's, without keys and hosts; empty if there is nothing to add. */
  detail: z.string(),
  /** What was asked for, as people read it: `GET /v1beta/models`. */
  request: z.string(),
})
export type CheckedPart = z.infer<typeof CheckedPart>

export const UpstreamReport = z.object({
  parts: z.array(CheckedPart),
  /** By the upstream's own list of models; empty if it has none. `known` null: the list does not say. */
  models: z.array(z.object({ id: z.string(), upstreamId: z.string(), known: z.boolean().nullable() })),
})
export type UpstreamReport = z.infer<typeof UpstreamReport>
