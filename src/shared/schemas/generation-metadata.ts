// How a file was generated. Stored in its sidecar and in images, and restored when a prompt is reused.
import { z } from 'zod'
import { ChatParameters } from './chat-parameters'
import { UsageMetadata } from './content'
import { AudioSource, Cut, TranscriptionSettings } from './transcription-job'
import { UpstreamKind } from './upstream'
import { VideoForm } from './video-job'

export const Reference = z.object({
  /** SHA-256 of a file that was sent with the prompt. */
  media: z.string(),
  mimeType: z.string(),
})
export type Reference = z.infer<typeof Reference>

export const GenerationMetadata = z.object({
  version: z.literal(1),
  /** The user's text. */
  prompt: z.string(),
  model: z.string(),
  modelVersion: z.string().nullable(),
  parameters: ChatParameters,
  references: z.array(Reference),
  /** The previous steps, oldest first; `media` is the image that the next step edited. */
  chain: z.array(z.object({ prompt: z.string(), media: z.string().nullable() })),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  /** Milliseconds from sending to the complete response. */
  took: z.number().nullable(),
  usage: UsageMetadata.nullable(),
  upstream: UpstreamKind.nullable(),
  exchangeId: z.string().nullable(),
  conversationId: z.string(),
  turnId: z.string(),
})
export type GenerationMetadata = z.infer<typeof GenerationMetadata>

const JobMade = z.object({
  version: z.literal(1),
  model: z.string(),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  /** Milliseconds from sending to the complete result. */
  took: z.number().nullable(),
  upstream: UpstreamKind.nullable(),
  exchangeId: z.string().nullable(),
  jobId: z.string(),
})

export const VideoMetadata = JobMade.extend({ kind: z.literal('video'), form: VideoForm })
export type VideoMetadata = z.infer<typeof VideoMetadata>

export const TranscriptMetadata = JobMade.extend({
  kind: z.literal('transcript'),
  /** The models that were used, as the provider names them; absent if that is the requested one. */
  sentAs: z.array(z.string()).optional(),
  settings: TranscriptionSettings,
  source: AudioSource.extend({ seconds: z.number().nullable() }),
  cuts: z.array(Cut),
})
export type TranscriptMetadata = z.infer<typeof TranscriptMetadata>

/** Metadata of a job's result. */
export const JobMetadata = z.discriminatedUnion('kind', [VideoMetadata, TranscriptMetadata])
export type JobMetadata = z.infer<typeof JobMetadata>

/** Image metadata has no `kind`, because it was the first. */
export const AnyMetadata = z.union([JobMetadata, GenerationMetadata])
export type AnyMetadata = z.infer<typeof AnyMetadata>
