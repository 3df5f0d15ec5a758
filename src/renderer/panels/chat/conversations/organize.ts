// Actions on several conversations at once, and on folders.
import { toast } from 'sonner'
import type { Conversation, ConversationFolder } from '#shared/schemas/chat'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { toastSaved, toastUndo } from '../../../api/toast-outcome'
import { formatPlural } from '../../../components/format'
import { focusPrompt } from '../../../state/focus-requests'
import { useNavigation } from '../../../state/navigation'
import { afterNextFrame } from '../../../state/scheduling'
import { clearSelection, toggleFolder, useChatList } from './list-state'

function readConversations(): Promise<Conversation[]> {
  return queryClient.ensureQueryData(queries.conversations.list.queryOptions())
}

/** `“Rainbows”`, `3 chats`. */
export function nameConversations(conversations: readonly Pick<Conversation, 'title'>[]): string {
  const [only] = conversations
  return only && conversations.length === 1 ? `“${only.title}”` : formatPlural(conversations.length, 'chat')
}

/** `restoreFocus`: called after the list has changed, if the control that had the focus has been removed. */
export async function deleteConversations(
  ids: readonly string[],
  restoreFocus: () => void = focusPrompt,
): Promise<void> {
  const deleted = (await readConversations()).filter(({ id }) => ids.includes(id))
  if (deleted.length === 0) return
  await desktop.library.delete({ ids: [...ids] })
  const { conversationId } = useNavigation.getState()
  const wasOpen = conversationId !== null && ids.includes(conversationId)
  if (wasOpen) useNavigation.setState({ conversationId: null })
  clearSelection()
  await queryClient.invalidateQueries({ queryKey: queries.conversations.list.key() })
  afterNextFrame(() => {
    if (document.activeElement === document.body) restoreFocus()
  })
  toastUndo(`${nameConversations(deleted)} deleted`, async () => {
    await desktop.library.restore({ ids: [...ids] })
    if (wasOpen) useNavigation.setState({ conversationId })
  })
}

/** One as a JSON file, several as a ZIP of them; each can be imported. */
export async function exportConversations(ids: readonly string[]): Promise<void> {
  const controller = new AbortController()
  const { signal } = controller
  let message: string | number | undefined
  try {
    for await (const progress of await desktop.library.export({ ids: [...ids] }, { signal })) {
      const { files, totalFiles, done } = progress
      if (done?.path)
        toastSaved({
          message: `${formatPlural(totalFiles, 'chat')} exported to ${done.path}`,
          path: done.path,
        })
      else if (!done && totalFiles > 1) {
        const action = { label: 'Cancel', onClick: () => controller.abort() }
        const id = message === undefined ? {} : { id: message }
        message = toast.loading(`Exporting chats… ${files} of ${totalFiles}`, { action, ...id })
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    if (message !== undefined) toast.dismiss(message)
  }
  if (signal.aborted) toast('Export canceled. No files were saved.')
}

/** Null takes them out of their folders. */
export async function moveConversations(
  ids: readonly string[],
  folder: ConversationFolder | null,
): Promise<void> {
  const folderId = folder?.id ?? null
  const moved = (await readConversations()).filter(
    (each) => ids.includes(each.id) && each.folderId !== folderId,
  )
  if (moved.length === 0) return
  await desktop.conversations.move({ conversationIds: moved.map(({ id }) => id), folderId })
  if (folderId !== null) toggleFolder(folderId, true)
  clearSelection()
  const target = folder ? `moved to “${folder.name}”` : 'removed from the folder'
  toastUndo(`${nameConversations(moved)} ${target}`, async () => {
    for (const before of new Set(moved.map((each) => each.folderId))) {
      const conversationIds = moved.filter((each) => each.folderId === before).map(({ id }) => id)
      await desktop.conversations.move({ conversationIds, folderId: before })
    }
  })
}

/** Returns what was created, with its name being edited in the list. */
export async function createFolder(): Promise<void> {
  const folders = await queryClient.ensureQueryData(queries.folders.list.queryOptions())
  const { id } = await desktop.folders.create({ name: toUnusedName(folders.map(({ name }) => name)) })
  useChatList.setState({ renamedFolder: id })
}

/** `New folder`, `New folder 2`. */
function toUnusedName(names: readonly string[]): string {
  const used = new Set(names.map((name) => name.toLowerCase()))
  let name = 'New folder'
  for (let number = 2; used.has(name.toLowerCase()); number += 1) name = `New folder ${number}`
  return name
}

export async function deleteFolder(
  { id, name }: ConversationFolder,
  restoreFocus: () => void = focusPrompt,
): Promise<void> {
  await desktop.folders.delete({ id })
  await queryClient.invalidateQueries({ queryKey: queries.folders.list.key() })
  afterNextFrame(() => {
    if (document.activeElement === document.body) restoreFocus()
  })
  toastUndo(
    `Folder “${name}” deleted`,
    () => desktop.folders.restore({ id }),
    'Its chats are still in the list.',
  )
}
