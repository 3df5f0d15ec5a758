// The JSON beside an exported array: which text each of its vectors is of.
import { z } from 'zod'
import { EmbeddingSettings, mostRows, NewRow, VectorSource } from '#shared/schemas/embedding-set'

export const labelsKind = 'gen-playground-embeddings'
export const labelsVersion = 1

export const Labels = z.object({
  kind: z.literal(labelsKind),
  version: z.literal(labelsVersion),
  name: z.string(),
  settings: EmbeddingSettings,
  upstream: VectorSource.nullable(),
  columns: z.array(z.string()),
  dimensions: z.number().int().positive(),
  rows: z
    .array(NewRow.extend({ vector: z.number().int().min(0).nullable() }))
    .max(mostRows, `at most ${mostRows.toLocaleString('en')} rows fit into a set`),
})
export type Labels = z.infer<typeof Labels>
