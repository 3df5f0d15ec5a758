// Does what the keys say where the items are.
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { LibraryItem } from '#shared/schemas/library'
import { desktop } from '../../../api/desktop'
import { tellOutcome } from '../../../api/tell-outcome'
import { copyPicture } from '../../../media-viewer/picture-actions'
import { chooseEverything, chooseNothing, inTurn, moveTo, toggleAtCursor } from '../actions/choosing-verbs'
import { copyTranscript, deleteItems, isPicture, isTranscript, openItem } from '../actions/item-actions'
import { type Ground, type ItemCommand, readItemKey } from '../choosing/item-keys'
import { useLibraryView } from '../library-view'

interface ShownItems {
  readonly total: number
  readonly columns: number
  readonly rows: number
  readonly at: (index: number) => LibraryItem | undefined
}

export function useItemKeys(shown: ShownItems) {
  // At its turn a key finds other items shown than when it was pressed.
  const newest = useRef(shown)
  useEffect(() => {
    newest.current = shown
  })
  return (event: KeyboardEvent) => {
    const ground = toGround(shown)
    // What is about to be chosen counts.
    const chosen = inTurn.isBusy() ? Math.max(1, ground.chosen) : ground.chosen
    if (!readItemKey(event, { ...ground, chosen })) return
    event.preventDefault()
    // Escape must not stop an answer besides.
    event.stopPropagation()
    // A key that is held must not run on once it is let go.
    if (event.repeat && inTurn.isBusy()) return
    void inTurn.take(() => {
      const command = readItemKey(event, toGround(newest.current))
      return command && run(command, newest.current)
    })
  }
}

function toGround({ total, columns, rows }: ShownItems): Ground {
  const { cursor, ids } = useLibraryView.getState().selection
  return { index: cursor?.index ?? -1, total, columns, rows, chosen: ids.size }
}

function run(command: ItemCommand, shown: ShownItems): unknown {
  const { selection, filters } = useLibraryView.getState()
  switch (command.kind) {
    case 'move':
      return moveTo(command.to, command.taking)
    case 'toggle':
      return toggleAtCursor()
    case 'all':
      return chooseEverything()
    case 'open':
      return withItemAtCursor(shown, openItem)
    case 'copy':
      return withItemAtCursor(shown, copyItem)
    case 'delete':
      // What is in the bin goes only with the whole bin.
      return filters.bin ? undefined : deleteItems([...selection.ids])
    case 'clear':
      return chooseNothing()
  }
}

/** One that is not shown yet is read. */
async function withItemAtCursor({ at }: ShownItems, use: (item: LibraryItem) => void) {
  const { cursor } = useLibraryView.getState().selection
  if (!cursor) return
  const shown = at(cursor.index)
  const [item] = shown?.id === cursor.id ? [shown] : await desktop.library.read({ ids: [cursor.id] })
  if (item) use(item)
}

function copyItem(item: LibraryItem) {
  if (isPicture(item)) copyPicture(item)
  else if (isTranscript(item)) tellOutcome(copyTranscript(item))
}
