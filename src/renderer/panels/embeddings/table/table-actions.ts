// Actions on rows of the open set: select, move, delete, copy, and paste.
import { toast } from 'sonner'
import type { EmbeddingRow, EmbeddingSet, NewRow } from '#shared/schemas/embedding-set'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { formatCount } from '../../../components/format'
import { emptySelection } from '../../../components/list-selection'
import { createSelectionActions } from '../../../components/use-list-selection'
import { addRows, deleteEmbeddingRows } from '../state/embedding-actions'
import { findIndex, findRow } from '../state/embedding-rows'
import { readAllRows, useEmbeddingSet } from '../state/embedding-set'
import { readCursorRow, selectRow, setSelection, useEmbeddingView } from '../state/embedding-view'
import { startTableImport } from '../table-import/table-import'
import { looksLikeTable } from '../table-import/table-options'

export const rowSelection = createSelectionActions({
  read: () => useEmbeddingView.getState().selection,
  write: setSelection,
  readOrder: () => readIds(0, useEmbeddingSet.getState().rows.total - 1),
  readRange: async (anchor, { index }) => {
    const from = await seekRow(Number(anchor))
    return from < 0 ? [] : readIds(Math.min(from, index), Math.max(from, index))
  },
  readIdAt: async (index) => {
    const row = findRow(useEmbeddingSet.getState().rows, index) ?? (await readRows(index, 1))[0]
    return row && String(row.id)
  },
  findIndex(id) {
    const index = findIndex(useEmbeddingSet.getState().rows, Number(id))
    const { cursor } = useEmbeddingView.getState().selection
    return index < 0 && cursor?.id === id ? cursor.index : index
  },
  // The table follows the cursor.
  scrollTo: () => undefined,
  onError: (error) => toast.error(describeError(error)),
})

/** Reads from the listed rows. */
async function readRows(offset: number, limit: number): Promise<readonly EmbeddingRow[]> {
  const id = useEmbeddingView.getState().openId ?? ''
  const { found } = useEmbeddingSet.getState()
  if (found)
    return await desktop.embeddings.readRows({ id, rowIds: found.rowIds.slice(offset, offset + limit) })
  const { rows } = await desktop.embeddings.rows({ id, offset, limit })
  return rows
}

/** Finds the index of a row among those listed; -1 if it is not listed. */
export async function seekRow(rowId: number): Promise<number> {
  const known = findIndex(useEmbeddingSet.getState().rows, rowId)
  if (known >= 0) return known
  const { found: listed } = useEmbeddingSet.getState()
  if (listed) return listed.rowIds.indexOf(rowId)
  let [offset, found] = [0, -1]
  await readAllRows(useEmbeddingView.getState().openId ?? '', (rows) => {
    const position = rows.findIndex((row) => row.id === rowId)
    if (position >= 0) found = offset + position
    offset += rows.length
    return found < 0
  })
  return found
}

/** Returns the ids of the listed rows between two indices, inclusive. */
async function readIds(from: number, to: number): Promise<string[]> {
  const { rows: known, found } = useEmbeddingSet.getState()
  if (found) return found.rowIds.slice(from, to + 1).map(String)
  const ids: string[] = []
  for (let index = from; index <= to; ) {
    const row = findRow(known, index)
    const rows = row ? [row] : await readRows(index, Math.min(1000, to - index + 1))
    if (rows.length === 0) break
    for (const each of rows) ids.push(String(each.id))
    index += rows.length
  }
  return ids
}

/** The selected rows, or the one with the cursor. */
export function listSelected(): number[] {
  const view = useEmbeddingView.getState()
  const cursor = readCursorRow(view)
  if (view.selection.ids.size > 0) return Array.from(view.selection.ids, Number)
  return cursor === null ? [] : [cursor]
}

/** Deletes the selected rows, and moves the cursor to the row after them. */
export async function deleteSelected(id: string): Promise<void> {
  const removed = listSelected()
  const at = rowSelection.cursorIndex()
  const { found } = useEmbeddingSet.getState()
  await deleteEmbeddingRows(id, removed)
  if (found) {
    const rest = found.rowIds.filter((rowId) => !removed.includes(rowId))
    const next = rest[Math.min(at, rest.length - 1)]
    return next === undefined ? setSelection(emptySelection) : selectRow(next)
  }
  const remaining = useEmbeddingSet.getState().rows.total - removed.length
  if (remaining <= 0 || at < 0) return setSelection(emptySelection)
  const index = Math.min(at, remaining - 1)
  const [next] = await readRows(index, 1)
  if (next) selectRow(next.id, index)
}

/** Copies the texts of the selected rows. Resolves to a message. */
export async function copyTexts(id: string): Promise<string> {
  const selectedIds = new Set(listSelected())
  const texts: string[] = []
  await readAllRows(id, (rows) => {
    for (const row of rows) if (selectedIds.has(row.id)) texts.push(row.text)
    return texts.length < selectedIds.size
  })
  await navigator.clipboard.writeText(texts.join('\n'))
  return texts.length === 1 ? 'Text copied' : `${formatCount(texts.length)} texts copied`
}

/** A longer text is shown in the import dialog first, and so is a table. */
const maxPasteLines = 200
const maxPasteCharacters = 200_000

/** Returns true if the dialog handles the text. */
export function openPasteDialog(text: string): boolean {
  const isLong =
    text.length > maxPasteCharacters || text.split('\n', maxPasteLines + 1).length > maxPasteLines
  if (!isLong && !looksLikeTable(text)) return false
  toastOutcome(startTableImport(new Blob([text]), 'pasted text', true), 'Couldn’t paste')
  return true
}

/** Pastes into the table. Returns false if there is no text, such as for files, which the panel handles. */
export function handlePaste(set: EmbeddingSet, transfer: DataTransfer): boolean {
  const text = transfer.getData('text/plain')
  if (!text.trim()) return false
  if (!openPasteDialog(text)) toastOutcome(addRows(set.id, toLines(text)), 'Couldn’t paste')
  return true
}

/** Returns one row per line; ignores blank lines. */
export function toLines(text: string): NewRow[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map(toRow)
}

export function toRow(text: string): NewRow {
  return { text, title: null, cells: [] }
}
