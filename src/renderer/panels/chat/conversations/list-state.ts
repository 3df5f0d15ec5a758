// The state of the list of conversations: the selected ones, collapsed folders, the tag filter, and an open dialog.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import {
  emptySelection,
  type ListSelection,
  selectAll,
  selectOnly,
  selectRange,
  toggleSelected,
} from '../../../components/list-selection'
import { followOtherWindows } from '../../../state/windows'

interface ListState {
  readonly selection: ListSelection
  /** Tags that the listed conversations must have. */
  readonly tags: readonly string[]
  /** Ids of folders. */
  readonly collapsed: readonly string[]
  readonly dialog: { readonly kind: 'move' | 'tags'; readonly ids: readonly string[] } | null
  /** The folder whose name is being edited. */
  readonly renamedFolder: string | null
}

export const useChatList = create<ListState>()(
  persist(
    (): ListState => ({
      selection: emptySelection,
      tags: [],
      collapsed: [],
      dialog: null,
      renamedFolder: null,
    }),
    { name: 'chat-list', version: 1, partialize: ({ collapsed }) => ({ collapsed }) },
  ),
)
followOtherWindows(useChatList)

export function setSelection(selection: ListSelection) {
  useChatList.setState({ selection })
}

interface Press {
  readonly id: string
  /** All listed conversations. */
  readonly order: readonly string[]
  readonly mod: boolean
  readonly shift: boolean
  /** The start of a first range: the open conversation, or the one with the focus. */
  readonly from: string | null
}

/** Returns whether the press changed the selection; otherwise it opens the conversation. */
export function pressConversation({ id, order, mod, shift, from }: Press): boolean {
  const { selection } = useChatList.getState()
  const position = { id, index: order.indexOf(id) }
  if (shift) {
    const isFirst = selection.ids.size === 0 || selection.anchor === null
    const anchor = isFirst ? (from ?? order[0] ?? id) : selection.anchor
    setSelection(selectRange({ ...selection, anchor }, position, { order, adds: mod }))
  } else if (mod) setSelection(toggleSelected(selection, position))
  else {
    clearSelection()
    return false
  }
  return true
}

export function selectAllListed(order: readonly string[]) {
  setSelection(selectAll(useChatList.getState().selection, order))
}

export function clearSelection() {
  setSelection(emptySelection)
}

/** From the menu of a row. */
export function selectConversation(id: string) {
  setSelection(selectOnly({ id, index: 0 }))
}

export function toggleFolder(id: string, isOpen: boolean) {
  useChatList.setState(({ collapsed }) => {
    const others = collapsed.filter((each) => each !== id)
    return { collapsed: isOpen ? others : [...others, id] }
  })
}

export function toggleTagFilter(tag: string) {
  useChatList.setState(({ tags }) => ({
    tags: tags.includes(tag) ? tags.filter((each) => each !== tag) : [...tags, tag],
  }))
}

export function openListDialog(kind: 'move' | 'tags', ids: readonly string[]) {
  useChatList.setState({ dialog: { kind, ids } })
}

export function closeListDialog() {
  useChatList.setState({ dialog: null })
}
