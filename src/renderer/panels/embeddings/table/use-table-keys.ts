// Does what the keys say in the table of texts.
import type { KeyboardEvent } from 'react'
import { tellOutcome } from '../../../api/tell-outcome'
import { isComposing } from '../../../components/keyboard'
import { useEmbeddingSet } from '../state/embedding-set'
import { restoreLastRows } from '../state/embedding-verbs'
import { chooseNoRow, editRow, toggleRow, useEmbeddingView } from '../state/embedding-view'
import { readTableKey, type TableCommand } from './table-keys'
import { chooseAll, copyTexts, deleteChosen, findCursor, goToRow } from './table-verbs'

/** `rows`: how many are in view. */
export function useTableKeys(setId: string, rows: number) {
  return (event: KeyboardEvent) => {
    // Keys of the row that is written are its own.
    if (event.target !== event.currentTarget || isComposing(event.nativeEvent)) return
    const index = findCursor()
    const { total } = useEmbeddingSet.getState().rows
    const chosen = useEmbeddingView.getState().chosen.ids.size
    const command = readTableKey(event, { index, total, rows, chosen })
    if (!command || !run(command, setId, index)) return
    event.preventDefault()
    event.stopPropagation()
  }
}

/** False where the key is somebody else's after all. */
function run(command: TableCommand, setId: string, index: number): boolean {
  const { cursor } = useEmbeddingView.getState().chosen
  switch (command.kind) {
    case 'go':
      tellOutcome(goToRow(setId, command.to, command.taking))
      return true
    case 'toggle':
      if (cursor !== null) toggleRow(cursor, index)
      return true
    case 'all':
      tellOutcome(chooseAll(setId))
      return true
    case 'edit':
      editRow(cursor)
      return cursor !== null
    case 'delete':
      tellOutcome(deleteChosen(setId), 'Nothing was deleted')
      return true
    case 'clear':
      chooseNoRow()
      return true
    case 'undo':
      return restoreLastRows(setId)
    case 'copy':
      tellOutcome(copyTexts(setId), 'Nothing was copied')
      return true
  }
}
