// Text embeddings (specification E14, wire §6).
import { z } from 'zod'

export const EmbedContentRequest = z.looseObject({
  content: z.looseObject({
    parts: z.array(z.looseObject({}), { error: 'must be an array of parts' }).min(1, 'must not be empty'),
  }),
  taskType: z.string().optional(),
  title: z.string().optional(),
  outputDimensionality: z.number().int().positive().optional(),
})
export type EmbedContentRequest = z.infer<typeof EmbedContentRequest>

export const EmbedContentResponse = z.looseObject({
  embedding: z.looseObject({ values: z.array(z.number()) }),
})
export type EmbedContentResponse = z.infer<typeof EmbedContentResponse>

/** The upstream accepts at most 100 requests in a batch (wire §6). */
export const BatchEmbedContentsRequest = z.looseObject({
  requests: z
    .array(EmbedContentRequest, { error: 'must be an array of requests' })
    .min(1, 'must not be empty')
    .max(100, 'a batch can have up to 100 requests'),
})
export type BatchEmbedContentsRequest = z.infer<typeof BatchEmbedContentsRequest>

export const BatchEmbedContentsResponse = z.looseObject({
  embeddings: z.array(z.looseObject({ values: z.array(z.number()) })),
})
