// What can be done with the items, at a right click or the keyboard's menu key.
import type { MouseEvent, ReactElement } from 'react'
import type { LibraryItem } from '#shared/schemas/library'
import { ContextMenu } from '../../../components/Menu'
import { listChosenActions } from '../actions/list-actions'
import { useChosen } from '../actions/use-chosen'
import { chooseOnly } from '../choosing/selection'
import { choose, useLibraryView } from '../library-view'
import { toOptionId } from './ItemOption'

interface ItemsMenuProps {
  readonly at: (index: number) => LibraryItem | undefined
  /** The list of items; it calls `chooseForMenu`. */
  readonly children: ReactElement
}

export function ItemsMenu({ at, children }: ItemsMenuProps) {
  const { ids, items, isBin } = useChosen()
  const cursor = useLibraryView(({ selection }) => selection.cursor)
  // The one that has just been chosen is known before it is read.
  const shown = cursor && ids.length === 1 ? at(cursor.index) : undefined
  const known = shown && shown.id === ids[0] ? [shown] : items
  return (
    <ContextMenu label="Actions for the chosen items" items={listChosenActions({ ids, items: known, isBin })}>
      {children}
    </ContextMenu>
  )
}

/** What is not chosen yet is chosen alone, as in a list of files; beside the items there is no menu. */
export function chooseForMenu(
  event: MouseEvent,
  { item, index }: { item: LibraryItem | undefined; index: number },
) {
  const { cursor, ids } = useLibraryView.getState().selection
  if (item) {
    if (!ids.has(item.id)) choose(chooseOnly({ id: item.id, index }))
    return
  }
  event.preventDefault()
  const option = cursor && document.getElementById(toOptionId(cursor.id))
  // The menu key, which is no button of a mouse, tells of the list; the menu belongs where the cursor is.
  if (event.button < 0 && option) openAt(option)
}

function openAt(option: HTMLElement) {
  const { left, top, width, height } = option.getBoundingClientRect()
  const place = { clientX: left + width / 2, clientY: top + height / 2 }
  option.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...place }))
}
