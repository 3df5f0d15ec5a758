// What the renderer may ask about sets of texts and their embeddings. The vectors themselves come over ports of their own (`vectors/vector-port`).
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
} from '../schemas/embedding-set'

const byId = z.object({ id: z.string() })
const name = z.string().trim().min(1, 'is required').max(200, 'must be 200 characters or fewer')
const rowIds = z.array(z.number().int()).max(maxRows)
/** Where a file was written; null if the dialog was canceled. */
const filePath = z.object({ path: z.string().nullable() })

export const embeddingsContract = {
  embeddings: {
    /** The newest first, without those in the bin. */
    list: oc.output(z.array(EmbeddingSet)),
    create: oc
      .input(z.object({ name, settings: EmbeddingSettings, columns: z.array(z.string()).max(200) }))
      .output(EmbeddingSet),
    watch: oc.input(byId).output(eventIterator(EmbeddingEvent)),
    rename: oc.input(byId.extend({ name })).output(EmbeddingSet),
    /** Vectors that were made under others stay in the cache, and come back with the old settings. */
    setSettings: oc.input(byId.extend({ settings: EmbeddingSettings })).output(EmbeddingSet),
    setColumns: oc.input(byId.extend({ columns: z.array(z.string()).max(200) })).output(EmbeddingSet),
    rows: oc
      .input(byId.extend({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(1000) }))
      .output(z.object({ total: z.number(), rows: z.array(EmbeddingRow) })),
    /** Before that row, or at the end; in slices of 5,000 at the most. */
    insertRows: oc
      .input(byId.extend({ before: z.number().int().nullable(), rows: z.array(NewRow).min(1).max(5000) }))
      .output(z.object({ ids: rowIds })),
    editRow: oc.input(byId.extend({ rowId: z.number().int(), row: NewRow })).output(EmbeddingRow),
    /** With a way back until the program ends. */
    deleteRows: oc.input(byId.extend({ rowIds })).output(z.void()),
    restoreRows: oc.input(byId.extend({ rowIds })).output(z.void()),
    /**
     * Asks for what has no vector yet; only those that are named, where any are. Failed ones are asked for again. Where
     * the vectors are another source's it is refused, but `anew`: then all of them are made again, and paid for.
     */
    run: oc
      .input(byId.extend({ rowIds: rowIds.optional(), force: z.boolean().default(false) }))
      .output(z.void()),
    /** Aborts to the socket; what has come stays. */
    cancel: oc.input(byId).output(z.void()),
    /** One text under a set's model and dimensions as RETRIEVAL_QUERY; cached like all others. */
    query: oc
      .input(byId.extend({ text: z.string().trim().min(1, 'is required') }))
      .output(z.object({ vector: z.array(z.number()), cached: z.boolean() })),
    /** The same texts as a new set under other settings; not run yet. */
    duplicate: oc.input(byId.extend({ settings: EmbeddingSettings })).output(EmbeddingSet),
    delete: oc.input(byId).output(z.void()),
    restore: oc.input(byId).output(EmbeddingSet),
    /** NPY is a float32 matrix, with a JSON of the labels beside it. CSV holds a vector as one JSON column or a column a number. */
    export: oc
      .input(byId.extend({ format: EmbeddingFormat, vectorAs: z.enum(['json', 'columns']).default('json') }))
      .output(filePath),
    /** CSV, JSONL or NPY with its JSON, as exported; refused with the place. Null if the dialog was canceled. */
    import: oc.output(EmbeddingSet.nullable()),
  },
} as const
