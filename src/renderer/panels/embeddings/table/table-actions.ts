// Actions on rows of the open set: move, select, copy, delete.
import type { EmbeddingRow } from '#shared/schemas/embedding-set'
import { desktop } from '../../../api/desktop'
import { deleteEmbeddingRows } from '../state/embedding-actions'
import { findIndex, findRow } from '../state/embedding-rows'
import { readAllRows, useEmbeddingSet } from '../state/embedding-set'
import { moveCursor, selectRow, selectRows, useEmbeddingView } from '../state/embedding-view'

/** The row at the index, fetched if necessary. */
async function readRowAt(id: string, index: number): Promise<EmbeddingRow | undefined> {
  const known = findRow(useEmbeddingSet.getState().rows, index)
  if (known) return known
  const { rows } = await desktop.embeddings.rows({ id, offset: index, limit: 1 })
  return rows[0]
}

/** The index of the cursor; -1 if unknown without a request. */
export function findCursor(): number {
  const { cursor, at } = useEmbeddingView.getState().selected
  if (cursor === null) return -1
  const index = findIndex(useEmbeddingSet.getState().rows, cursor)
  return index >= 0 ? index : (at ?? -1)
}

/** Its index in the set; -1 if it is not there. */
export async function seekRow(id: string, rowId: number): Promise<number> {
  const known = findIndex(useEmbeddingSet.getState().rows, rowId)
  if (known >= 0) return known
  let [passed, found] = [0, -1]
  await readAllRows(id, (rows) => {
    const within = rows.findIndex((row) => row.id === rowId)
    if (within >= 0) found = passed + within
    passed += rows.length
    return found < 0
  })
  return found
}

export async function goToRow(id: string, index: number, taking: 'only' | 'range' | 'none') {
  const row = await readRowAt(id, index)
  if (!row) return
  if (taking === 'only') selectRow(row.id, index)
  else if (taking === 'none') moveCursor(row.id, index)
  else await selectRange(id, row.id, index)
}

/** From where the range began. */
export async function selectRange(id: string, rowId: number, index: number): Promise<void> {
  const { anchor } = useEmbeddingView.getState().selected
  const from = anchor === null ? -1 : await seekRow(id, anchor)
  if (from < 0) return selectRow(rowId, index)
  const ids = await readIds(id, Math.min(from, index), Math.max(from, index))
  selectRows(ids, { cursor: rowId, at: index })
}

export async function selectAll(id: string): Promise<void> {
  const { cursor, at } = useEmbeddingView.getState().selected
  const { total } = useEmbeddingSet.getState().rows
  if (total > 0) selectRows(await readIds(id, 0, total - 1), { cursor, at })
}

/** Of the rows between two indices, both included. */
async function readIds(id: string, from: number, to: number): Promise<number[]> {
  const { rows: known } = useEmbeddingSet.getState()
  const ids: number[] = []
  for (let index = from; index <= to; ) {
    const row = findRow(known, index)
    if (row) {
      ids.push(row.id)
      index += 1
      continue
    }
    const { rows } = await desktop.embeddings.rows({
      id,
      offset: index,
      limit: Math.min(1000, to - index + 1),
    })
    if (rows.length === 0) break
    ids.push(...rows.map((each) => each.id))
    index += rows.length
  }
  return ids
}

/** The selected rows, or the one with the cursor. */
export function listSelected(): number[] {
  const { ids, cursor } = useEmbeddingView.getState().selected
  return ids.size > 0 ? [...ids] : cursor === null ? [] : [cursor]
}

/** The cursor moves to the row after them. */
export async function deleteSelected(id: string): Promise<void> {
  const gone = listSelected()
  const at = findCursor()
  await deleteEmbeddingRows(id, gone)
  const { total } = useEmbeddingSet.getState().rows
  const left = Math.max(0, total - gone.length)
  if (left === 0 || at < 0) return selectRows([], { cursor: null, at: null })
  const { rows } = await desktop.embeddings.rows({ id, offset: Math.min(at, left - 1), limit: 1 })
  const [nextSetId] = rows
  if (nextSetId) selectRow(nextSetId.id, Math.min(at, left - 1))
}

/** Tells how many. */
export async function copyTexts(id: string): Promise<string> {
  const wanted = new Set(listSelected())
  const texts: string[] = []
  await readAllRows(id, (rows) => {
    for (const row of rows) if (wanted.has(row.id)) texts.push(row.text)
    return texts.length < wanted.size
  })
  await navigator.clipboard.writeText(texts.join('\n'))
  return texts.length === 1 ? 'The text was copied.' : `${texts.length} texts were copied.`
}
