// Desktop procedures for embedding sets. The vectors are sent over separate ports (`vectors/vector-block`).
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import {
  EmbeddingEvent,
  EmbeddingFormat,
  EmbeddingRow,
  EmbeddingSet,
  EmbeddingSettings,
  maxRows,
  NewRow,
  OpenedVectors,
  RowQuery,
  SetExportProgress,
  SetImportProgress,
  TaskType,
  VectorChoice,
} from '../schemas/embedding-set'

const byId = z.object({ id: z.string() })
const name = z.string().trim().min(1, 'is required').max(200, 'must be 200 characters or fewer')
const rowIds = z.array(z.number().int()).max(maxRows)

export const embeddingsContract = {
  embeddings: {
    /** Newest first, without sets in the trash. */
    list: oc.output(z.array(EmbeddingSet)),
    create: oc
      .input(z.object({ name, settings: EmbeddingSettings, columns: z.array(z.string()).max(200) }))
      .output(EmbeddingSet),
    watch: oc.input(byId).output(eventIterator(EmbeddingEvent)),
    rename: oc.input(byId.extend({ name })).output(EmbeddingSet),
    /** Vectors of the previous settings stay in the cache and return with these settings. */
    setSettings: oc.input(byId.extend({ settings: EmbeddingSettings })).output(EmbeddingSet),
    setColumns: oc.input(byId.extend({ columns: z.array(z.string()).max(200) })).output(EmbeddingSet),
    rows: oc
      .input(byId.extend({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(1000) }))
      .output(z.object({ total: z.number(), rows: z.array(EmbeddingRow) })),
    /** Finds rows, with their numbers in the set, from 1. */
    findRows: oc
      .input(byId.extend({ query: RowQuery }))
      .output(z.object({ rowIds: z.array(z.number()), numbers: z.array(z.number()) })),
    /** Reads rows in the given order, without those that no longer exist. */
    readRows: oc
      .input(byId.extend({ rowIds: z.array(z.number().int()).max(1000) }))
      .output(z.array(EmbeddingRow)),
    /** Adds rows at the end; at most 5,000 at a time. */
    insertRows: oc
      .input(byId.extend({ rows: z.array(NewRow).min(1).max(5000) }))
      .output(z.object({ ids: rowIds })),
    editRow: oc.input(byId.extend({ rowId: z.number().int(), row: NewRow })).output(EmbeddingRow),
    /** Can be undone with `restoreRows` until the application quits. */
    deleteRows: oc.input(byId.extend({ rowIds })).output(z.void()),
    restoreRows: oc.input(byId.extend({ rowIds })).output(z.void()),
    /**
     * Requests vectors for rows that have none, or only for the given rows; failed rows are retried. Rejects if vectors of
     * an imported file are from another model or provider, unless `force` is set: then all are requested again, and billed.
     * Also rejects if the model or provider has changed since the set was last shown: then nothing was sent.
     */
    run: oc
      .input(byId.extend({ rowIds: rowIds.optional(), force: z.boolean().default(false) }))
      .output(z.void()),
    /** Aborts the open requests. Received vectors stay. */
    cancel: oc.input(byId).output(z.void()),
    /**
     * Embeds one text with the set's model and dimensions, by default with the task type that fits the set. The result
     * is cached.
     */
    query: oc
      .input(
        byId.extend({
          text: z.string().trim().min(1, 'is required'),
          taskType: TaskType.nullable().optional(),
        }),
      )
      .output(z.object({ vector: z.array(z.number()), cached: z.boolean() })),
    /** Copies the texts to a new set with other settings, without running it. */
    duplicate: oc.input(byId.extend({ settings: EmbeddingSettings })).output(EmbeddingSet),
    /** Copies rows with their vectors to a new set. */
    extract: oc.input(byId.extend({ rowIds })).output(EmbeddingSet),
    delete: oc.input(byId).output(z.void()),
    restore: oc.input(byId).output(EmbeddingSet),
    /**
     * NPY is a float32 matrix with the labels in a JSON file. CSV has one JSON column, or one column for each number.
     * Aborting cancels, and leaves files that exist already as they were.
     */
    export: oc
      .input(byId.extend({ format: EmbeddingFormat, vectorAs: z.enum(['json', 'columns']).default('json') }))
      .output(eventIterator(SetExportProgress)),
    /** Opens an exported set or vectors of another program; null if the dialog was canceled. */
    openVectors: oc.output(OpenedVectors.nullable()),
    /** Like `openVectors`, for files that were dropped on the page; null if they have texts and no vectors. */
    openDropped: oc.input(byId).output(OpenedVectors.nullable()),
    /** Opens the same matrix without labels, or with those of a file that the user chooses; null if that was canceled. */
    changeLabels: oc
      .input(byId.extend({ labels: z.enum(['none', 'choose']) }))
      .output(OpenedVectors.nullable()),
    /**
     * Imports what `openVectors` or `openDropped` has opened. Rejects invalid files with the position of the problem. Aborting cancels;
     * after either there is no set.
     */
    import: oc
      .input(byId.extend({ choice: VectorChoice.optional() }))
      .output(eventIterator(SetImportProgress)),
  },
} as const
