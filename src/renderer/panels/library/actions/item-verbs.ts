// What can be done with items of the Library: open, use, tag, delete and bring back.
import { toast } from 'sonner'
import type { Conversation } from '#shared/schemas/chat'
import type { LibraryItem } from '#shared/schemas/library'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { tellOutcome } from '../../../api/tell-outcome'
import { addReference, drawAgain } from '../../../state/drawing-actions'
import {
  focusJob,
  openConversation,
  openDrawing,
  openDrawingAtTurn,
  openTurn,
  useNavigation,
} from '../../../state/navigation'
import { beginWithFrame } from '../../../state/video-form'
import { chooseOnly, findHeir, nothingChosen } from '../choosing/selection'
import { countItems } from '../describe-item'
import { readIds } from '../items/page-options'
import { changeView, choose, readQuery, useLibraryView } from '../library-view'
import { isTranscript, isVideo, openJob, toJobPanel } from './job-verbs'

/** In large where it can be looked at here, else in its panel: a transcript is edited there. */
export function openItem(item: LibraryItem) {
  const isLarge = isPicture(item) || isVideo(item) || (isTranscript(item) && item.jobId === null)
  if (isLarge) changeView({ viewed: item.id })
  else tellOutcome(openInPanel(item))
}

/** The drawing or the chat, at the answer that the item came with; the job that made it; the set that it is. */
export async function openInPanel(item: LibraryItem): Promise<void> {
  if (toJobPanel(item)) return openJob(item)
  if (item.kind === 'embeddings') return focusJob('embeddings', item.id)
  if (item.kind === 'conversation') {
    const conversations = await queryClient.fetchQuery(queries.conversations.list.queryOptions())
    const found = conversations.find(({ id }) => id === item.id)
    if (found) return openAt(found, null)
    throw new Error('This chat or session was deleted. Check the trash.')
  }
  const { state, conversation, turnId } = await desktop.library.place({ id: item.id })
  if (!conversation) throw new Error('The chat or session this came from was deleted.')
  const name = conversation.kind === 'images' ? 'session' : 'chat'
  const restore = async (id: string) => {
    await desktop.library.restore({ ids: [id] })
    openAt(conversation, turnId)
  }
  const offerRestore = (id: string) => ({
    action: { label: 'Restore', onClick: () => tellOutcome(restore(id)) },
  })
  if (state === 'in trash') {
    toast(`The ${name} this came from is in the trash.`, offerRestore(conversation.id))
    return
  }
  openAt(conversation, state === 'shown' ? turnId : null)
  if (state === 'removed') toast(`This image was deleted from its ${name}.`, offerRestore(item.id))
  else if (state === 'gone') toast(`The place of this image in the ${name} was deleted.`)
}

function openAt({ id, kind }: Pick<Conversation, 'id' | 'kind'>, turnId: string | null) {
  if (kind === 'images') {
    if (turnId === null) openDrawing(id)
    else openDrawingAtTurn(id, turnId)
  } else if (turnId === null) openConversation(id)
  else openTurn(id, turnId)
}

/** It can be looked at, compared and used as a reference. */
export function isPicture(item: LibraryItem): item is LibraryItem & { media: string } {
  return item.kind === 'image' && item.media !== null
}

/** In a new drawing, beside what is written there. */
export async function referTo(items: readonly LibraryItem[]): Promise<void> {
  openDrawing(null)
  for (const { media, mimeType, title } of items.filter(isPicture)) {
    await addReference({ media, mimeType: mimeType ?? 'image/png', name: title.slice(0, 60) })
  }
}

export async function drawItemAgain({ id }: LibraryItem): Promise<void> {
  const making = await desktop.library.making({ id })
  if (!making || 'kind' in making) throw new Error('Nothing tells how this picture was made.')
  await drawAgain(making)
}

/** The picture is the first frame of the next video; what its form holds beside it stays. */
export function beginVideo({ media, mimeType, title }: LibraryItem & { media: string }): Promise<void> {
  return beginWithFrame({ media, mimeType: mimeType ?? 'image/png', name: title.slice(0, 60) })
}

/** Into the trash, with a way back; the keyboard goes on with what comes after them. */
export async function deleteItems(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const all = await readIds(readQuery())
  const { selection, filters } = useLibraryView.getState()
  await desktop.library.delete({ ids: [...ids] })
  goOnWithout(ids, all)
  const reopen = closeDeleted(ids)
  const undo = async () => {
    await desktop.library.restore({ ids: [...ids] })
    reopen()
    if (useLibraryView.getState().filters === filters) choose(selection)
  }
  toast(`${countItems(ids.length)} moved to trash`, {
    action: { label: 'Undo', onClick: () => tellOutcome(undo()) },
  })
}

export async function restoreItems(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const all = await readIds(readQuery())
  await desktop.library.restore({ ids: [...ids] })
  goOnWithout(ids, all)
  toast(`${countItems(ids.length)} restored`, {
    action: { label: 'Undo', onClick: () => tellOutcome(desktop.library.delete({ ids: [...ids] })) },
  })
}

export async function tagItems(
  ids: readonly string[],
  change: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
): Promise<void> {
  const { add = [], remove = [] } = change
  await desktop.library.tag({ ids: [...ids], add: [...add], remove: [...remove] })
}

/** The user shows where the file is; nothing where the dialog was left. */
export async function locateItem({ id, title }: LibraryItem): Promise<string | null> {
  const found = await desktop.library.locate({ id })
  return found && `“${title}” is there again.`
}

function goOnWithout(ids: readonly string[], all: readonly string[]) {
  const { selection } = useLibraryView.getState()
  const heir = findHeir(all, new Set(ids), selection.cursor)
  choose(heir ? chooseOnly(heir) : nothingChosen)
}

/** What is in the trash is open nowhere. Returns the way back. */
function closeDeleted(ids: readonly string[]): () => void {
  const { conversationId, drawingId } = useNavigation.getState()
  const gone = new Set(ids)
  const open = {
    ...(conversationId !== null && gone.has(conversationId) ? { conversationId } : {}),
    ...(drawingId !== null && gone.has(drawingId) ? { drawingId } : {}),
  }
  useNavigation.setState(Object.fromEntries(Object.keys(open).map((name) => [name, null])))
  return () => useNavigation.setState(open)
}

/** Quietly: what cannot be read now is told where it is shown. */
export async function reconcileLibrary(): Promise<string | null> {
  try {
    await desktop.library.reconcile()
    return null
  } catch (error) {
    return describeError(error)
  }
}
