// Takes what is pasted into a set: a few lines at once, a table or a long list by way of the dialog.
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { tellOutcome } from '../../../api/tell-outcome'
import { isTabbed } from '../intake/table-form'
import { startTableImport } from '../intake/table-intake'
import { addRows } from '../state/embedding-verbs'
import { toLines } from './to-lines'

/** More are looked over before they are added. */
const maxPasteLines = 200
const maxPasteCharacters = 200_000

/** True where the dialog has it now. */
export function openPasteDialog(text: string): boolean {
  const isLong =
    text.length > maxPasteCharacters || text.split('\n', maxPasteLines + 1).length > maxPasteLines
  if (!isLong && !isTabbed(text)) return false
  tellOutcome(startTableImport(new Blob([text]), 'pasted text'), 'It could not be pasted')
  return true
}

/** Into the table itself. False where there is no text, such as files, which the panel takes. */
export function handlePaste(set: EmbeddingSet, transfer: DataTransfer): boolean {
  const text = transfer.getData('text/plain')
  if (!text.trim()) return false
  if (!openPasteDialog(text)) tellOutcome(addRows(set.id, toLines(text)), 'It could not be pasted')
  return true
}
