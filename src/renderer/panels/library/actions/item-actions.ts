// Actions on items: select, open, reuse, tag, delete, restore, locate and export.

import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { Conversation } from '#shared/schemas/chat'
import type { LibraryItem } from '#shared/schemas/library'
import { conversationList } from '../../../api/conversation-list'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { toastOutcome, toSaved } from '../../../api/toast-outcome'
import {
  emptySelection,
  findNextAfterRemoval,
  retainFound,
  selectOnly,
} from '../../../components/list-selection'
import { createSelectionActions } from '../../../components/use-list-selection'
import { runTransfer, toFileStep } from '../../../notices/transfer'
import { toDrawingKey, writeAfter } from '../../../state/drafts'
import { addReference, drawAgain } from '../../../state/drawing-actions'
import { requestScroll } from '../../../state/focus-requests'
import { readMediaFile } from '../../../state/media-files'
import {
  closeDeleted,
  focusJob,
  openConversation,
  openDrawing,
  openDrawingAtTurn,
  openTurn,
} from '../../../state/navigation'
import { toastUndo } from '../../../state/undo'
import { reuseVideoForm, startWithFrame } from '../../../state/video-form'
import { countItems, type ItemWithFile } from '../describe-item'
import { readIds, readItemAt } from '../items/pages'
import {
  changeView,
  readQuery,
  scrollToItem,
  setSearchText,
  setSelection,
  useLibraryView,
} from '../library-view'

/** Opens the item in full size if the Library can show it, otherwise in its panel: a transcript is edited there. */
export function openItem(item: LibraryItem) {
  const isViewable = isPicture(item) || isVideo(item) || (isTranscript(item) && item.jobId === null)
  if (isViewable) changeView({ viewed: item.id })
  else toastOutcome(openInPanel(item))
}

/** Opens the drawing or the chat, at the turn of the item; the job that generated it; the embedding set. */
export async function openInPanel(item: LibraryItem): Promise<void> {
  if (toJobPanel(item)) return openJob(item)
  if (item.kind === 'embeddings') return focusJob('embeddings', item.id)
  if (item.kind === 'conversation') {
    const conversations = await queryClient.fetchQuery(conversationList)
    const found = conversations.find(({ id }) => id === item.id)
    if (found) return openConversationAt(found, null)
    throw new Error('This chat or session was deleted. Check the trash.')
  }
  const { state, conversation, turnId } = await desktop.library.location({ id: item.id })
  if (!conversation) throw new Error('The chat or session this came from was deleted.')
  const name = conversation.kind === 'images' ? 'session' : 'chat'
  const restore = async (id: string) => {
    await desktop.library.restore({ ids: [id] })
    openConversationAt(conversation, turnId)
  }
  const offerRestore = (id: string) => ({
    action: { label: 'Restore', onClick: () => toastOutcome(restore(id)) },
  })
  if (state === 'in trash') {
    toast(`The ${name} this came from is in the trash.`, offerRestore(conversation.id))
    return
  }
  openConversationAt(conversation, state === 'shown' ? turnId : null)
  if (state === 'removed') toast(`This image was deleted from its ${name}.`, offerRestore(item.id))
  else if (state === 'gone')
    toast(`The ${name === 'session' ? 'step' : 'message'} with this image was deleted from its ${name}.`)
}

function openConversationAt({ id, kind }: Pick<Conversation, 'id' | 'kind'>, turnId: string | null) {
  if (kind === 'images') {
    if (turnId === null) openDrawing(id)
    else openDrawingAtTurn(id, turnId)
  } else if (turnId === null) openConversation(id)
  else openTurn(id, turnId)
}

/** Such an item can be viewed, compared and used as a reference. */
export function isPicture(item: LibraryItem): item is ItemWithFile {
  return item.kind === 'image' && item.media !== null
}

/** Adds them in a new drawing, in addition to the references of its draft. */
export async function addAsReferences(items: readonly LibraryItem[]): Promise<void> {
  openDrawing(null)
  for (const { media, mimeType, title } of items.filter(isPicture)) {
    await addReference({ media, mimeType: mimeType ?? 'image/png', name: title.slice(0, 60) })
  }
}

export async function reuseImagePrompt({ id }: LibraryItem): Promise<void> {
  const metadata = await desktop.library.generationMetadata({ id })
  if (!metadata || 'kind' in metadata) throw new Error('No record of how this image was generated.')
  await drawAgain(metadata)
}

/** The image becomes the first frame of the next video; the rest of the form stays. */
export function startVideoFrom({ media, mimeType, title }: ItemWithFile): Promise<void> {
  return startWithFrame({ media, mimeType: mimeType ?? 'image/png', name: title.slice(0, 60) })
}

/** Moves items to the trash, with undo, and selects the next item. */
export async function deleteItems(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const all = await readIds(readQuery())
  const { selection, filters } = useLibraryView.getState()
  await desktop.library.delete({ ids: [...ids] })
  selectNextAfterRemoval(ids, all)
  const reopen = closeDeleted(ids)
  const undo = async () => {
    await desktop.library.restore({ ids: [...ids] })
    reopen()
    if (useLibraryView.getState().filters === filters) setSelection(selection)
  }
  toastUndo(`${countItems(ids.length)} moved to trash`, undo)
}

export async function restoreItems(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const all = await readIds(readQuery())
  await desktop.library.restore({ ids: [...ids] })
  selectNextAfterRemoval(ids, all)
  toastUndo(`${countItems(ids.length)} restored`, () => desktop.library.delete({ ids: [...ids] }))
}

/** Restores all items in the trash that match the filters. */
export async function restoreFound(): Promise<void> {
  await restoreItems(await readIds(readQuery()))
}

/** Opens the session with this image as the next step's target; without a session, a new one that it is a reference of. */
export async function editImage(item: ItemWithFile): Promise<void> {
  const { state, conversation, turnId } = await desktop.library.location({ id: item.id })
  if (conversation?.kind !== 'images' || state !== 'shown' || turnId === null) return addAsReferences([item])
  writeAfter(toDrawingKey(conversation.id), turnId)
  openDrawing(conversation.id)
  requestScroll({ conversationId: conversation.id, turnId })
}

/** Undone, each item is as before. A tag added to one item is shown, and has its own button to remove it. */
export async function changeTag(ids: readonly string[], tag: string, isAdded: boolean): Promise<void> {
  const write = (items: readonly string[], adds: boolean) =>
    desktop.library.tag({ ids: [...items], ...(adds ? { add: [tag] } : { remove: [tag] }) })
  const { ids: changed } = await write(ids, isAdded)
  if (changed.length === 0 || (isAdded && ids.length === 1)) return
  const message = isAdded ? `“${tag}” added to` : `“${tag}” removed from`
  toastUndo(`${message} ${countItems(changed.length)}`, () => write(changed, !isAdded))
}

/** The user selects the file. Resolves to a message; to null if the dialog was canceled. */
export async function locateItem({ id, title }: LibraryItem): Promise<string | null> {
  const found = await desktop.library.locate({ id })
  return found && `“${title}” restored`
}

function selectNextAfterRemoval(ids: readonly string[], all: readonly string[]) {
  const { selection } = useLibraryView.getState()
  const next = findNextAfterRemoval(all, new Set(ids), selection.cursor)
  setSelection(next ? selectOnly(next) : emptySelection)
}

/** Resolves to an error message, or to null. */
export async function reconcileLibrary(): Promise<string | null> {
  try {
    await desktop.library.reconcile()
    return null
  } catch (error) {
    return describeError(error)
  }
}

export function isVideo(item: LibraryItem): item is ItemWithFile {
  return item.kind === 'video' && item.media !== null
}

export function isTranscript(item: LibraryItem): item is ItemWithFile {
  return item.kind === 'transcript' && item.media !== null
}

/** The panel of the job that generated the item; undefined for other items. */
export function toJobPanel({ kind }: Pick<LibraryItem, 'kind'>): 'Video' | 'Transcribe' | undefined {
  if (kind === 'video') return 'Video'
  return kind === 'transcript' ? 'Transcribe' : undefined
}

/** Returns the job to its list if it was removed from there. */
async function openJob({ kind, jobId }: LibraryItem): Promise<void> {
  if (jobId === null) throw new Error('The job that created this is unknown.')
  const ids = [jobId]
  if (kind === 'video') await desktop.videos.restore({ ids })
  else await desktop.transcriptions.restore({ ids })
  focusJob(kind === 'video' ? 'video' : 'transcribe', jobId)
}

export async function reuseVideoPrompt({ id }: LibraryItem): Promise<void> {
  const metadata = await desktop.library.generationMetadata({ id })
  if (!metadata || !('kind' in metadata) || metadata.kind !== 'video')
    throw new Error('No record of how this video was generated.')
  await reuseVideoForm(metadata.form)
}

export async function copyTranscript({ media }: ItemWithFile): Promise<string> {
  const file = await readMediaFile(media)
  // The file ends in a line break.
  await navigator.clipboard.writeText((await file.text()).trimEnd())
  return 'Transcript copied'
}

/** Exports one item as its file, several as a ZIP with their generation metadata. */
export function exportItems(ids: readonly string[]) {
  const exportFiles = async () => {
    const path = await runTransfer({
      kind: 'items',
      title: `Exporting ${countItems(ids.length)}`,
      start: (options) => desktop.library.export({ ids: [...ids] }, options),
      read: ({ done, ...progress }) => (done ? { done: done.path } : toFileStep(progress)),
      canceled: 'Export canceled. No files were saved.',
    })
    return toSaved(path, `${countItems(ids.length)} exported`)
  }
  if (ids.length > 0) toastOutcome(exportFiles(), 'Export failed')
}

export const itemSelection = createSelectionActions({
  read: () => useLibraryView.getState().selection,
  write: setSelection,
  readOrder: () => readIds(readQuery()),
  readIdAt: async (index) => (await readItemAt(readQuery(), index))?.id,
  scrollTo: scrollToItem,
  onError: (error) => toast.error(describeError(error)),
})

/** Items that are found stay selected, such as one that was clicked before the search has begun. */
export function searchLibrary(text: string) {
  setSearchText(text)
  if (useLibraryView.getState().selection.ids.size === 0) return setSelection(emptySelection)
  const applyToLatest = (order: readonly string[]) => {
    const { filters, selection } = useLibraryView.getState()
    if (filters.text === text) setSelection(retainFound(selection, order))
  }
  // If the items cannot be read, the list shows why.
  readIds(readQuery()).then(applyToLatest, () => applyToLatest([]))
}

/** If more are selected, none of them is read; only their number is known. */
export const maxItemsRead = 500

/** Counted if there are too many to read; undefined until then. */
export function useMarksOfMany(ids: readonly string[]) {
  const input = ids.length > maxItemsRead ? { ids: [...ids] } : skipToken
  return useQuery({ ...queries.library.countMarks.queryOptions({ input }), gcTime: 0 }).data
}

export interface SelectedItems {
  readonly ids: readonly string[]
  /** The items that still exist; empty while they load, and if there are too many. */
  readonly items: readonly LibraryItem[]
  readonly isBin: boolean
}

export function useSelectedItems(): SelectedItems {
  const selection = useLibraryView((state) => state.selection)
  const isBin = useLibraryView((state) => state.filters.bin)
  const ids = [...selection.ids]
  const isReadable = ids.length > 0 && ids.length <= maxItemsRead
  const { data, isPlaceholderData } = useQuery({
    ...queries.library.read.queryOptions({
      input: isReadable ? { ids } : skipToken,
      placeholderData: keepPreviousData,
    }),
    gcTime: 30_000,
  })
  const selected = isPlaceholderData ? data?.filter(({ id }) => selection.ids.has(id)) : data
  return { ids, items: (isReadable && selected) || [], isBin }
}
