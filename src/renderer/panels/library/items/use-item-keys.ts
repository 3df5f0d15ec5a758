// Does what the keys say where the items are.
import type { KeyboardEvent } from 'react'
import type { LibraryItem } from '#shared/schemas/library'
import { tellOutcome } from '../../../desktop/tell-outcome'
import { copyPicture } from '../../../pictures/picture-actions'
import { chooseEverything, chooseNothing, moveTo, toggleAtCursor } from '../actions/choosing-verbs'
import { deleteItems, isPicture, openItem } from '../actions/item-verbs'
import { copyTranscript, isTranscript } from '../actions/job-verbs'
import { type ItemCommand, readItemKey } from '../choosing/item-keys'
import { useLibraryView } from '../library-view'

interface ShownItems {
  readonly total: number
  readonly columns: number
  readonly rows: number
  readonly at: (index: number) => LibraryItem | undefined
}

export function useItemKeys({ total, columns, rows, at }: ShownItems) {
  return (event: KeyboardEvent) => {
    const { selection } = useLibraryView.getState()
    const index = selection.cursor?.index ?? -1
    const command = readItemKey(event, { index, total, columns, rows, chosen: selection.ids.size })
    if (!command) return
    event.preventDefault()
    // Escape must not stop an answer besides.
    event.stopPropagation()
    run(command, at(index))
  }
}

function run(command: ItemCommand, item: LibraryItem | undefined) {
  const { selection, filters } = useLibraryView.getState()
  switch (command.kind) {
    case 'move':
      return void moveTo(command.to, command.taking)
    case 'toggle':
      return toggleAtCursor()
    case 'all':
      return void chooseEverything()
    case 'open':
      return item && openItem(item)
    case 'copy':
      if (item && isPicture(item)) return copyPicture(item)
      return item && isTranscript(item) ? tellOutcome(copyTranscript(item)) : undefined
    case 'delete':
      // What is in the bin goes only with the whole bin.
      return filters.bin ? undefined : tellOutcome(deleteItems([...selection.ids]))
    case 'clear':
      return chooseNothing()
  }
}
