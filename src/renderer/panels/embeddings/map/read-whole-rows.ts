// Rows with all of their text, for what goes out of the map: on it texts are but labels, and shortened.
import type { EmbeddingRow } from '#shared/schemas/embedding-set'
import { readAllRows } from '../state/embedding-set'

/** In the order of their ids; those that are no more are left out. */
export async function readWholeRows(setId: string, rowIds: readonly number[]): Promise<EmbeddingRow[]> {
  const wanted = new Set(rowIds)
  const found = new Map<number, EmbeddingRow>()
  await readAllRows(setId, (rows) => {
    for (const row of rows) if (wanted.has(row.id)) found.set(row.id, row)
    return found.size < wanted.size
  })
  return rowIds.flatMap((rowId) => found.get(rowId) ?? [])
}
