// Adds pasted text to a set: a few lines directly, a table or a long text with the import dialog.
import type { EmbeddingSet, NewRow } from '#shared/schemas/embedding-set'
import { toastOutcome } from '../../../api/toast-outcome'
import { addRows } from '../state/embedding-actions'
import { looksLikeTable } from '../table-import/row-reader'
import { startTableImport } from '../table-import/table-import'

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
