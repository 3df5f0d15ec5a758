// How something was made: what stands in the file beside it, and what a dropped picture brings back.
import { z } from 'zod'
import { ChatParameters } from './chat-parameters'
import { UpstreamKind } from './upstream'
import { UsageMetadata } from './usage'

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
