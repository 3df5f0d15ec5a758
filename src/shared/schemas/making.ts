// How something was made: what stands in the file beside it, and what a dropped picture or a reused prompt brings back.
import { z } from 'zod'
import { ChatParameters } from './chat-parameters'
import { UsageMetadata } from './content'
import { AudioSource, Cut, TranscriptionSettings } from './transcription-job'
import { UpstreamKind } from './upstream'
import { VideoForm } from './video-job'

export const Reference = z.object({
  /** SHA-256 of the file that went with the prompt. */
  media: z.string(),
  mimeType: z.string(),
})
export type Reference = z.infer<typeof Reference>

export const Making = z.object({
  version: z.literal(1),
  /** The user's words. */
  prompt: z.string(),
  model: z.string(),
  modelVersion: z.string().nullable(),
  parameters: ChatParameters,
  references: z.array(Reference),
  /** The steps before this one, the first one first; `media` is what each was gone on from. */
  chain: z.array(z.object({ prompt: z.string(), media: z.string().nullable() })),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  /** Milliseconds from sending to the whole answer. */
  took: z.number().nullable(),
  usage: UsageMetadata.nullable(),
  upstream: UpstreamKind.nullable(),
  exchangeId: z.string().nullable(),
  conversationId: z.string(),
  turnId: z.string(),
})
export type Making = z.infer<typeof Making>

const JobMade = z.object({
  version: z.literal(1),
  model: z.string(),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  /** Milliseconds from sending to the whole result. */
  took: z.number().nullable(),
  upstream: UpstreamKind.nullable(),
  exchangeId: z.string().nullable(),
  jobId: z.string(),
})

export const VideoMaking = JobMade.extend({ kind: z.literal('video'), form: VideoForm })
export type VideoMaking = z.infer<typeof VideoMaking>

export const TranscriptMaking = JobMade.extend({
  kind: z.literal('transcript'),
  settings: TranscriptionSettings,
  source: AudioSource.extend({ seconds: z.number().nullable() }),
  cuts: z.array(Cut),
})
export type TranscriptMaking = z.infer<typeof TranscriptMaking>

/** How a job has made something. */
export const JobMaking = z.discriminatedUnion('kind', [VideoMaking, TranscriptMaking])
export type JobMaking = z.infer<typeof JobMaking>

/** A picture's has no kind: it was the first. */
export const AnyMaking = z.union([JobMaking, Making])
export type AnyMaking = z.infer<typeof AnyMaking>
