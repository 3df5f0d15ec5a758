// Schemas of embedding sets: texts with their embeddings (specification E14, wire §6).
import { z } from 'zod'
import { toNeutralId } from '../models/catalog'
import { JobUpstream } from './job'
import { UpstreamKind } from './upstream'

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

/** The task type of a text whose nearest rows are searched: that of the rows, unless they are documents for retrieval. */
export function toQueryTask(taskType: TaskType | null): TaskType | null {
  return taskType === 'RETRIEVAL_DOCUMENT' ? 'RETRIEVAL_QUERY' : taskType
}

export const EmbeddingSettings = z.object({
  model: z.string().min(1, 'is required'),
  /** Null: the model's default. */
  taskType: TaskType.nullable().default(null),
  /** Null: the model's default. Vectors with fewer dimensions than that are not normalized (wire §6). */
  outputDimensionality: z
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(8192, 'must be at most 8,192')
    .nullable()
    .default(null),
})
export type EmbeddingSettings = z.infer<typeof EmbeddingSettings>

/**
 * The upstream of vectors and its URL, because a profile may later point to another service. `imported`: the vectors are
 * the user's own, of an unknown model, and are never mixed with those of an upstream. The label names their file.
 */
export const VectorSource = JobUpstream.extend({
  kind: z.enum([...UpstreamKind.options, 'imported']),
  address: z.string().optional(),
  /** The model that the texts were sent to, as the provider names it; absent if they are imported. */
  model: z.string().optional(),
  /** Vectors are from an exported set: they stay if the provider or its model changes, because no cache has them. */
  isFile: z.boolean().optional(),
  /** Describes the source of the vectors that rows had before the provider or its model changed; until the next run. */
  previous: z.string().optional(),
})
export type VectorSource = z.infer<typeof VectorSource>

/** The model of sets with imported vectors. */
export const importedModel = 'imported'

/** Two sets with imported vectors never have the same source. */
export function toImportedSource(setId: string, label: string): VectorSource {
  return { kind: 'imported', id: `imported:${setId}`, label }
}

export function hasImportedVectors({ upstream }: { readonly upstream: VectorSource | null }): boolean {
  return upstream?.kind === 'imported'
}

export function isSameProvider(
  one: Pick<VectorSource, 'id' | 'address'>,
  other: Pick<VectorSource, 'id' | 'address'>,
): boolean {
  return one.id === other.id && one.address === other.address
}

/** Only vectors of the same source can be compared. */
export function isSameSource(one: VectorSource, other: VectorSource): boolean {
  return isSameProvider(one, other) && toSourceModel(one) === toSourceModel(other)
}

/** Names the same model of a source alike: servers name theirs freely, all other providers in one of two families. */
export function toSourceModel({ kind, model = '' }: Pick<VectorSource, 'kind' | 'model'>): string {
  return kind === 'openai' ? model : toNeutralId(model)
}

export const maxTextLength = 100_000
export const maxRows = 200_000

/** A title is sent only with RETRIEVAL_DOCUMENT. `cells` are the other columns of the imported table. */
export const NewRow = z.object({
  text: z.string().max(maxTextLength, 'must be 100,000 characters or fewer'),
  title: z.string().max(2000).nullable().default(null),
  cells: z.array(z.string()).default([]),
})
export type NewRow = z.infer<typeof NewRow>

export const EmbeddingRow = NewRow.extend({
  /** Unique in its set, starting at 1, and never reused. */
  id: z.number().int(),
  /** `empty` has no text, and is never sent. */
  state: z.enum(['waiting', 'running', 'done', 'failed', 'empty']),
  /** Why it failed, as a sentence. */
  error: z.string().nullable(),
  /** The vector came from the cache, at no cost. */
  cached: z.boolean(),
})
export type EmbeddingRow = z.infer<typeof EmbeddingRow>

/** Selects the rows of a set that are listed, and their order. */
export const RowQuery = z.object({
  /** Words that a row's title, text or cells contain, or its number. */
  search: z.string().max(1000, 'must be 1,000 characters or fewer'),
  /** Null lists rows of all states. */
  state: z.enum(['waiting', 'done', 'failed', 'empty']).nullable(),
  /** Null keeps the order of the set. Numbers are columns of `cells`, from 0. */
  sort: z
    .object({
      by: z.union([z.enum(['text', 'title', 'state']), z.number().int().min(0)]),
      descending: z.boolean(),
    })
    .nullable(),
})
export type RowQuery = z.infer<typeof RowQuery>

export const EmbeddingSet = z.object({
  id: z.string(),
  name: z.string(),
  /** Milliseconds since the epoch, like every `…At`. */
  createdAt: z.number(),
  updatedAt: z.number(),
  settings: EmbeddingSettings,
  /** Column names of `cells`. */
  columns: z.array(z.string()),
  counts: z.object({
    rows: z.number(),
    done: z.number(),
    failed: z.number(),
    empty: z.number(),
    cached: z.number(),
  }),
  /** Dimensions of the received vectors; several if the upstream has returned different ones. */
  dimensions: z.array(z.number()),
  /** Changes with every change of vectors or of the rows that have them; valid until the application quits. */
  vectorsVersion: z.number(),
  running: z.boolean(),
  /** Set if the upstream limits the rate: the time at which the run continues. */
  waitsUntil: z.number().optional(),
  /** The source of the vectors. If the current one changes, rows lose theirs until it comes back. */
  upstream: VectorSource.nullable(),
  /** Describes the current source if it is not that of the file that the vectors were imported from; else null. */
  otherSource: z.string().nullable(),
  /** The set that this one was duplicated from, with other settings. */
  duplicateOf: z.string().nullable(),
})
export type EmbeddingSet = z.infer<typeof EmbeddingSet>

/** The set as it is now, and what has changed since the last event. */
export const EmbeddingEvent = z.object({
  set: EmbeddingSet,
  /** Rows with a new state. */
  changed: z.array(EmbeddingRow.pick({ id: true, state: true, error: true, cached: true })),
  /** Rows were added, removed or moved: load them again. */
  hasOtherRows: z.boolean(),
})
export type EmbeddingEvent = z.infer<typeof EmbeddingEvent>

export const EmbeddingFormat = z.enum(['csv', 'jsonl', 'npy'])
export type EmbeddingFormat = z.infer<typeof EmbeddingFormat>

export const SetExportProgress = z.object({
  /** From 0 to 1. */
  share: z.number(),
  /** Set in the last event. `path` is null if the dialog was canceled. */
  done: z.object({ path: z.string().nullable() }).optional(),
})
export type SetExportProgress = z.infer<typeof SetExportProgress>

/** Files with vectors that the user has chosen, before they are imported. */
export const OpenedVectors = z.object({
  id: z.string(),
  /** Names of the files: the vectors first, then their labels. */
  files: z.array(z.string()),
  /** A file with nothing but vectors, which may have one with labels. */
  isMatrix: z.boolean(),
  /** An exported set has its own settings and columns, so there is nothing to choose. */
  isSet: z.boolean(),
  /** Null if the file must be read to count them. */
  rows: z.number().nullable(),
  /** The columns with vectors, and their lengths; a matrix has one without a name. */
  vectors: z.array(z.object({ name: z.string(), dimensions: z.number() })),
  /** The other columns. */
  columns: z.array(z.string()),
  /** The first rows: a cell for each of `columns`, and for each of `vectors` its first numbers. */
  sample: z.array(z.object({ cells: z.array(z.string()), vectors: z.array(z.string()) })),
  guess: z.object({ text: z.number().nullable(), title: z.number().nullable(), vector: z.number() }),
})
export type OpenedVectors = z.infer<typeof OpenedVectors>

/** Indexes in `columns` and `vectors`. */
export const VectorChoice = z.object({
  text: z.number().int().min(0).nullable(),
  title: z.number().int().min(0).nullable(),
  vector: z.number().int().min(0),
})
export type VectorChoice = z.infer<typeof VectorChoice>

export const SetImportProgress = z.object({
  /** From 0 to 1. */
  share: z.number(),
  /** Set in the last event. */
  set: EmbeddingSet.optional(),
})
export type SetImportProgress = z.infer<typeof SetImportProgress>
