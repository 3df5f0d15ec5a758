// Embedding sets and their rows for tests.
import type { EmbeddingRow, EmbeddingSet } from '#shared/schemas/embedding-set'

/** A set whose three rows are done, with the given changes. */
export function makeSet(id: string, change: Partial<EmbeddingSet> = {}): EmbeddingSet {
  return {
    id,
    name: `Set ${id}`,
    createdAt: 0,
    updatedAt: 0,
    settings: { model: 'gen-embedding', taskType: 'CLUSTERING', outputDimensionality: 768 },
    columns: [],
    counts: { rows: 3, done: 3, failed: 0, empty: 0, cached: 0 },
    dimensions: [768],
    vectorsVersion: 0,
    running: false,
    upstream: null,
    otherSource: null,
    duplicateOf: null,
    ...change,
  }
}

export function makeRow(id: number, text: string, change: Partial<EmbeddingRow> = {}): EmbeddingRow {
  return { id, text, title: null, cells: [], state: 'done', error: null, cached: false, ...change }
}
