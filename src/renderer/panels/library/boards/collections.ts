// Boards and saved searches: reading, opening, deleting, and dragging items onto a board.
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { toast } from 'sonner'
import type { LibraryCollection, LibraryItem } from '#shared/schemas/library'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { toastOutcome } from '../../../api/toast-outcome'
import { afterNextFrame } from '../../../state/scheduling'
import { toastUndo } from '../../../state/undo'
import { countItems } from '../describe-item'
import { type Filters, noFilters, toFilters, toSavedFilters } from '../filters/filters'
import { changeFilters, setFilters, useLibraryView } from '../library-view'

const none: readonly LibraryCollection[] = []

export function useCollections(kind: LibraryCollection['kind']): readonly LibraryCollection[] {
  const select = useCallback(
    (all: readonly LibraryCollection[]) => all.filter((each) => each.kind === kind),
    [kind],
  )
  return useQuery({ ...queries.library.listCollections.queryOptions(), select }).data ?? none
}

/** Returns the name of a board by its id. */
export function useBoardNames(): (id: string) => string {
  const boards = useCollections('board')
  return (id) => boards.find((board) => board.id === id)?.name ?? 'Deleted board'
}

/** Opens it, or closes an open board. A board is a filter in addition to the others; a search replaces them. */
export function toggleCollection({ id, filters }: LibraryCollection) {
  const { filters: current } = useLibraryView.getState()
  if (!filters) return changeFilters({ board: current.board === id ? null : id, bin: false })
  setFilters(isSameSearch(current, filters) ? noFilters : toFilters(filters))
}

export function isOpen({ id, filters }: LibraryCollection, current: Filters): boolean {
  return filters ? isSameSearch(current, filters) : current.board === id
}

function isSameSearch(current: Filters, saved: NonNullable<LibraryCollection['filters']>): boolean {
  if (current.bin) return false
  const now: Record<string, unknown> = toSavedFilters(current)
  return Object.entries(saved).every(([name, value]) => JSON.stringify(now[name]) === JSON.stringify(value))
}

/** `restoreFocus`: called after the list has changed, if the row that had the focus has been removed. */
export async function deleteCollection(
  { id, name }: LibraryCollection,
  restoreFocus: () => void,
): Promise<void> {
  await desktop.library.deleteCollection({ id })
  await queryClient.invalidateQueries({ queryKey: queries.library.listCollections.key() })
  afterNextFrame(() => {
    if (document.activeElement === document.body) restoreFocus()
  })
  const { board } = useLibraryView.getState().filters
  if (board === id) changeFilters({ board: null })
  toastUndo(`“${name}” deleted`, async () => {
    await desktop.library.restoreCollection({ id })
    if (board === id) changeFilters({ board })
  })
}

export async function createBoard(name: string, ids: readonly string[] = []): Promise<void> {
  const { id } = await desktop.library.createCollection({ name, filters: null })
  if (ids.length > 0) await desktop.library.addToBoard({ id, ids: [...ids] })
}

export async function saveSearch(name: string, filters: Filters): Promise<void> {
  await desktop.library.createCollection({ name, filters: toSavedFilters(filters) })
  toast.success(`“${name}” saved`)
}

export async function addToBoard({ id, name }: LibraryCollection, ids: readonly string[]): Promise<void> {
  const { ids: added } = await desktop.library.addToBoard({ id, ids: [...ids] })
  if (added.length === 0) {
    toast(`Already on “${name}”`)
    return
  }
  toastUndo(`${countItems(added.length)} added to “${name}”`, () =>
    desktop.library.removeFromBoard({ id, ids: added }),
  )
}

export async function removeFromBoard(id: string, ids: readonly string[]): Promise<void> {
  const { ids: removed } = await desktop.library.removeFromBoard({ id, ids: [...ids] })
  if (removed.length === 0) return
  toastUndo(`${countItems(removed.length)} removed from the board`, () =>
    desktop.library.addToBoard({ id, ids: removed }),
  )
}

interface DraggedItems {
  readonly ids: readonly string[]
  /** The item is dragged as a file by the system, which does not name the others, and does not report the end. */
  readonly file: { readonly bytes: number | null } | null
}

let dragged: DraggedItems | null = null

/** Marks a drag within the page. */
const itemsType = 'application/x-gen-playground-items'

/** For `dragstart`. */
export function startDragging(
  { dataTransfer }: { readonly dataTransfer: DataTransfer },
  { media, bytes }: Pick<LibraryItem, 'media' | 'bytes'>,
  ids: readonly string[],
) {
  dragged = { ids, file: media === null ? null : { bytes } }
  if (media === null) dataTransfer.setData(itemsType, '')
  const types = ['pointermove', 'pointerdown', 'dragend'] as const
  // The system's drag has ended once the pointer moves without a button, or presses one.
  const end = (event: PointerEvent | globalThis.DragEvent) => {
    if (event.type === 'pointermove' && event.buttons !== 0) return
    dragged = null
    for (const type of types) removeEventListener(type, end, true)
  }
  for (const type of types) addEventListener(type, end, true)
}

/** Whether it may be the drag that was started; a file is known only when it is dropped. */
export function isDraggingItems({ types }: DataTransfer): boolean {
  return dragged !== null && types.includes(dragged.file ? 'Files' : itemsType)
}

export function dropOnBoard(board: LibraryCollection, { files }: DataTransfer) {
  const { ids = [], file = null } = dragged ?? {}
  dragged = null
  const [dropped] = files
  // The drag may have ended elsewhere, and another file is dropped now.
  const isOwn = !file || (files.length === 1 && (file.bytes ?? dropped?.size) === dropped?.size)
  if (!isOwn) toast('Only Library items can be added to a board')
  else if (ids.length > 0) toastOutcome(addToBoard(board, ids))
}
