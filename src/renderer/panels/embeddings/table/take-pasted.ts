// Takes what is pasted into a set: a few lines at once, a table or a long list by way of the dialog.
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { tellOutcome } from '../../../api/tell-outcome'
import { isTabbed } from '../intake/table-form'
import { takeTable } from '../intake/table-intake'
import { addRows } from '../state/embedding-verbs'
import { toLines } from './to-lines'

/** More are looked over before they are added. */
const mostLines = 200
const mostCharacters = 200_000

/** True where the dialog has it now. */
export function takeLongPaste(text: string): boolean {
  const isLong = text.length > mostCharacters || text.split('\n', mostLines + 1).length > mostLines
  if (!isLong && !isTabbed(text)) return false
  tellOutcome(takeTable(new Blob([text]), 'pasted text'), 'It could not be pasted')
  return true
}

/** Into the table itself. False where there is no text, such as files, which the panel takes. */
export function takePasted(set: EmbeddingSet, transfer: DataTransfer): boolean {
  const text = transfer.getData('text/plain')
  if (!text.trim()) return false
  if (!takeLongPaste(text)) tellOutcome(addRows(set.id, toLines(text)), 'It could not be pasted')
  return true
}
