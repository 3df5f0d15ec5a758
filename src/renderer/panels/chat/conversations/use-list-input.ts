// Mouse, keys and dragging in the list of conversations. Its rows carry `data-id` or `data-folder`.
import { type DragEvent, type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { ConversationFolder } from '#shared/schemas/chat'
import { toastOutcome } from '../../../api/toast-outcome'
import { isCommandKey } from '../../../state/keymap'
import { openConversation } from '../../../state/navigation'
import { clearSelection, pressConversation, selectAllListed, toggleFolder, useChatList } from './list-state'
import { deleteConversations, deleteFolder, moveConversations } from './organize'

interface ShownList {
  /** The listed conversations; those in collapsed folders are not. */
  readonly order: readonly string[]
  readonly folders: readonly ConversationFolder[]
  readonly openId: string | null
}

export function useListInput(list: ShownList) {
  const drag = useFolderDrag(list.folders)
  const onClick = ({ target, detail, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    const id = findRow(target)?.dataset.id
    if (id === undefined || !(target instanceof Element)) return
    const isCheckbox = target.closest('input') !== null
    if (!isCheckbox && !target.closest('[data-entry]')) return
    // Ctrl+Space has toggled the row already, and then presses its button.
    const mod = isCheckbox || (detail > 0 && (ctrlKey || metaKey))
    const { order, openId } = list
    if (!pressConversation({ id, order, mod, shift: shiftKey, from: openId })) openConversation(id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, currentTarget } = event
    // React also passes on the keys of a menu that is rendered elsewhere in the page.
    if (!(target instanceof HTMLElement && currentTarget.contains(target)) || event.altKey) return
    if (!findTask(event, target, list)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return { dropFolder: drag.dropFolder, listeners: { ...drag.listeners, onClick, onKeyDown } }
}

/** Handles the key, and returns whether it has a use here. */
function findTask(event: KeyboardEvent, target: HTMLElement, list: ShownList): boolean {
  const { key, shiftKey } = event
  const mod = event.ctrlKey || event.metaKey
  const { order } = list
  const { ids } = useChatList.getState().selection
  const row = findRow(target)
  const id = row?.dataset.id
  if (isCommandKey(event, 'list.selectAll')) selectAllListed(order)
  else if (key === 'Escape' && ids.size > 0) clearSelection()
  else if (isCommandKey(event, 'list.delete')) return removeAt(event, id, list)
  else if (!target.matches('[data-entry]')) return false
  else if (id === undefined) return handleFolderKey(key, row?.dataset.folder)
  else if (mod && key === ' ') pressConversation({ id, order, mod: true, shift: false, from: id })
  else if (shiftKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
    const next = order[order.indexOf(id) + (key === 'ArrowDown' ? 1 : -1)]
    if (next === undefined) return true
    pressConversation({ id: next, order, mod, shift: true, from: id })
    focusEntry(event.currentTarget, next)
  } else return false
  return true
}

function handleFolderKey(key: string, folderId: string | undefined): boolean {
  if (folderId === undefined || (key !== 'ArrowRight' && key !== 'ArrowLeft')) return false
  toggleFolder(folderId, key === 'ArrowRight')
  return true
}

/** Deletes the selected conversations, or the one or the folder with the focus. */
function removeAt(
  { currentTarget, target }: KeyboardEvent,
  id: string | undefined,
  list: ShownList,
): boolean {
  const { ids } = useChatList.getState().selection
  const folder = list.folders.find((each) => each.id === findRow(target)?.dataset.folder)
  const removed = ids.size > 0 ? [...ids] : id === undefined ? [] : [id]
  const restoreFocus = () => currentTarget.querySelector<HTMLElement>('[data-entry][tabindex="0"]')?.focus()
  if (removed.length > 0) toastOutcome(deleteConversations(removed, restoreFocus))
  else if (folder) toastOutcome(deleteFolder(folder, restoreFocus))
  else return false
  return true
}

function focusEntry(list: Element, id: string) {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-id]')]
  rows
    .find((row) => row.dataset.id === id)
    ?.querySelector<HTMLElement>('[data-entry]')
    ?.focus()
}

/** A row of a conversation or of a folder. */
function findRow(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-id], [data-folder]') : null
}

/** A custom type, so that no panel treats it as a file. */
const dragKind = 'application/x-chats'

/** Rows are dragged onto a folder or what is in it, or beside the folders to take them out. */
function useFolderDrag(folders: readonly ConversationFolder[]) {
  const [dragged, setDragged] = useState<readonly string[] | null>(null)
  /** The id of the folder under the pointer; empty beside the folders, and null if nothing is dragged. */
  const [dropFolder, setDropFolder] = useState<string | null>(null)
  const onDragEnd = () => {
    setDragged(null)
    setDropFolder(null)
  }
  const onDragStart = ({ target, dataTransfer }: DragEvent) => {
    const id = findRow(target)?.dataset.id
    if (id === undefined) return
    const { ids } = useChatList.getState().selection
    dataTransfer.setData(dragKind, id)
    dataTransfer.effectAllowed = 'move'
    setDragged(ids.has(id) ? [...ids] : [id])
  }
  const onDragOver = (event: DragEvent) => {
    if (!dragged || !event.dataTransfer.types.includes(dragKind)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setDropFolder(findDropFolder(event.target))
  }
  const onDrop = (event: DragEvent) => {
    if (!dragged) return
    event.preventDefault()
    const folderId = findDropFolder(event.target)
    const folder = folders.find(({ id }) => id === folderId) ?? null
    toastOutcome(moveConversations(dragged, folder))
    onDragEnd()
  }
  return { dropFolder, listeners: { onDragStart, onDragOver, onDrop, onDragEnd } }
}

function findDropFolder(target: EventTarget): string {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-in-folder]') : null
  return row?.dataset.inFolder ?? ''
}
