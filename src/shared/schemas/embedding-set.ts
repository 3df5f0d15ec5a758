// Texts and their embeddings, kept as sets that can be opened again, compared and exported (specification E14, wire §6).
import { z } from 'zod'
import { JobUpstream } from './job'

export const taskTypes = [
  'RETRIEVAL_QUERY',
  'RETRIEVAL_DOCUMENT',
  'SEMANTIC_SIMILARITY',
  'CLASSIFICATION',
  'CLUSTERING',
  'QUESTION_ANSWERING',
  'FACT_VERIFICATION',
  'CODE_RETRIEVAL_QUERY',
] as const
export const TaskType = z.enum(taskTypes)
export type TaskType = z.infer<typeof TaskType>

export const EmbeddingSettings = z.object({
  model: z.string().min(1, 'is required'),
  /** Null leaves it to the model. */
  taskType: TaskType.nullable().default(null),
  /** Numbers in a vector; null leaves it to the model. Shorter ones than the model's own are not of unit length (wire §6). */
  outputDimensionality: z
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(8192, 'must be at most 8,192')
    .nullable()
    .default(null),
})
export type EmbeddingSettings = z.infer<typeof EmbeddingSettings>

/** Who made vectors, and where: a profile that leads to another address makes other ones. */
export const VectorSource = JobUpstream.extend({ address: z.string().optional() })
export type VectorSource = z.infer<typeof VectorSource>

/** Only vectors of one source can be held against each other. */
export function isSameSource(
  one: Pick<VectorSource, 'id' | 'address'>,
  other: Pick<VectorSource, 'id' | 'address'>,
): boolean {
  return one.id === other.id && one.address === other.address
}

export const maxTextLength = 100_000
export const maxRows = 200_000

/** What is given for a row: a title goes along only with RETRIEVAL_DOCUMENT; `cells` are the other columns of its table. */
export const NewRow = z.object({
  text: z.string().max(maxTextLength, 'must be 100,000 characters or fewer'),
  title: z.string().max(2000).nullable().default(null),
  cells: z.array(z.string()).default([]),
})
export type NewRow = z.infer<typeof NewRow>

export const EmbeddingRow = NewRow.extend({
  /** Within its set, from 1 on; never used again. */
  id: z.number().int(),
  /** `empty` has no text, and is left out. */
  state: z.enum(['waiting', 'running', 'done', 'failed', 'empty']),
  /** Why it failed; a sentence. */
  error: z.string().nullable(),
  /** It was known already, and nothing was asked or paid for it. */
  cached: z.boolean(),
})
export type EmbeddingRow = z.infer<typeof EmbeddingRow>

export const EmbeddingSet = z.object({
  id: z.string(),
  name: z.string(),
  /** Milliseconds since the epoch, like every `…At`. */
  createdAt: z.number(),
  updatedAt: z.number(),
  settings: EmbeddingSettings,
  /** Names of what `cells` hold. */
  columns: z.array(z.string()),
  counts: z.object({
    rows: z.number(),
    done: z.number(),
    failed: z.number(),
    empty: z.number(),
    cached: z.number(),
  }),
  /** Of the vectors that have come; several where the upstream has answered with several lengths. */
  dimensions: z.array(z.number()),
  /** Another number whenever other vectors are there, or other rows have them; until the program ends. */
  vectorsVersion: z.number(),
  running: z.boolean(),
  /** The service has asked for patience until then; the run goes on by itself. */
  waitsUntil: z.number().optional(),
  /** Who made the vectors; a run under another one makes all of them anew. */
  upstream: VectorSource.nullable(),
  /** The set whose texts these are, under other settings. */
  duplicateOf: z.string().nullable(),
})
export type EmbeddingSet = z.infer<typeof EmbeddingSet>

/** A snapshot first; `changed` are rows whose state is another, coalesced; `rows` says that others are there: ask again. */
export const EmbeddingEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('set'), set: EmbeddingSet }),
  z.object({
    type: z.literal('changed'),
    rows: z.array(EmbeddingRow.pick({ id: true, state: true, error: true, cached: true })),
  }),
  z.object({ type: z.literal('rows') }),
])
export type EmbeddingEvent = z.infer<typeof EmbeddingEvent>

export const EmbeddingFormat = z.enum(['csv', 'jsonl', 'npy'])
export type EmbeddingFormat = z.infer<typeof EmbeddingFormat>
