// Keyboard commands of the table of texts: move, select, edit, run, delete.
import type { KeyboardEvent } from 'react'
import { toastOutcome } from '../../../api/toast-outcome'
import { isComposing } from '../../../components/keyboard'
import { type ListKey, type ListKeyState, type ListMove, readListMove } from '../../../components/list-keys'
import { restoreLastRows } from '../state/embedding-actions'
import { useEmbeddingSet } from '../state/embedding-set'
import { clearRowSelection, editRow, toggleRow, useEmbeddingView } from '../state/embedding-view'
import { copyTexts, deleteSelected, findCursor, goToRow, selectAll } from './table-actions'

/** `rows`: how many are in view. */
export function useTableKeys(setId: string, rows: number) {
  return (event: KeyboardEvent) => {
    // The row being edited handles its own keys.
    if (event.target !== event.currentTarget || isComposing(event.nativeEvent)) return
    const index = findCursor()
    const { total } = useEmbeddingSet.getState().rows
    const selected = useEmbeddingView.getState().selected.ids.size
    const command = readTableKey(event, { index, total, rows, selected })
    if (!command || !run(command, setId, index)) return
    event.preventDefault()
    event.stopPropagation()
  }
}

/** Returns false if the key is not used after all. */
function run(command: TableCommand, setId: string, index: number): boolean {
  const { cursor } = useEmbeddingView.getState().selected
  switch (command.kind) {
    case 'go':
      toastOutcome(goToRow(setId, command.to, command.mode))
      return true
    case 'toggle':
      if (cursor !== null) toggleRow(cursor, index)
      return true
    case 'all':
      toastOutcome(selectAll(setId))
      return true
    case 'edit':
      editRow(cursor)
      return cursor !== null
    case 'delete':
      toastOutcome(deleteSelected(setId), 'Nothing was deleted')
      return true
    case 'clear':
      clearRowSelection()
      return true
    case 'undo':
      return restoreLastRows(setId)
    case 'copy':
      toastOutcome(copyTexts(setId), 'Nothing was copied')
      return true
  }
}

type TableCommand =
  | ListMove
  | { readonly kind: 'toggle' | 'all' | 'edit' | 'delete' | 'clear' | 'undo' | 'copy' }

/** Null if the key has no use here. */
export function readTableKey(press: ListKey, ground: ListKeyState): TableCommand | null {
  const { key, shiftKey, altKey } = press
  if (altKey) return null
  const mod = press.ctrlKey || press.metaKey
  const move = readListMove(press, ground)
  if (move) return move
  if (shiftKey) return null
  return mod ? readModified(key.toLowerCase()) : readPlain(key, ground)
}

function readModified(key: string): TableCommand | null {
  switch (key) {
    case 'a':
      return { kind: 'all' }
    case ' ':
      return { kind: 'toggle' }
    case 'z':
      return { kind: 'undo' }
    case 'c':
      return { kind: 'copy' }
    default:
      return null
  }
}

function readPlain(key: string, { selected }: ListKeyState): TableCommand | null {
  switch (key) {
    case 'Enter':
    case 'F2':
      return { kind: 'edit' }
    case ' ':
      return { kind: 'toggle' }
    case 'Delete':
      return { kind: 'delete' }
    case 'Escape':
      return selected > 0 ? { kind: 'clear' } : null
    default:
      return null
  }
}
