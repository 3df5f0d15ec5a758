// Actions on several conversations at once, and on folders.
import type { Conversation, ConversationFolder } from '#shared/schemas/chat'
import { conversationList } from '../../../api/conversation-list'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { type Outcome, toSaved } from '../../../api/toast-outcome'
import { formatPlural } from '../../../components/format'
import { runTransfer, toFileStep } from '../../../notices/transfer'
import { focusPrompt } from '../../../state/focus-requests'
import { closeDeleted } from '../../../state/navigation'
import { afterNextFrame } from '../../../state/scheduling'
import { toastUndo } from '../../../state/undo'
import { clearSelection, toggleFolder, useChatList } from './list-state'

async function readConversations(ids: readonly string[]): Promise<Conversation[]> {
  return pickConversations(await queryClient.ensureQueryData(conversationList), ids)
}

/** In the order of the list. All of thousands may be selected. */
export function pickConversations(all: readonly Conversation[], ids: readonly string[]): Conversation[] {
  const picked = new Set(ids)
  return all.filter(({ id }) => picked.has(id))
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
  const deleted = await readConversations(ids)
  if (deleted.length === 0) return
  await desktop.library.delete({ ids: [...ids] })
  const reopen = closeDeleted(ids)
  clearSelection()
  await queryClient.invalidateQueries({ queryKey: queries.conversations.list.key() })
  afterNextFrame(() => {
    if (document.activeElement === document.body) restoreFocus()
  })
  toastUndo(`${nameConversations(deleted)} deleted`, async () => {
    await desktop.library.restore({ ids: [...ids] })
    reopen()
  })
}

/** One as a JSON file, several as a ZIP of them; each can be imported. */
export async function exportConversations(ids: readonly string[]): Promise<Outcome> {
  const path = await runTransfer({
    kind: 'chats',
    title: `Exporting ${formatPlural(ids.length, 'chat')}`,
    start: (options) => desktop.library.export({ ids: [...ids] }, options),
    read: ({ done, ...progress }) => (done ? { done: done.path } : toFileStep(progress)),
    canceled: 'Export canceled. No files were saved.',
  })
  return toSaved(path, `${formatPlural(ids.length, 'chat')} exported`)
}

/** The bar above the list is removed with the selection, and takes the focus with it. */
export function focusListIfLost() {
  afterNextFrame(() => {
    if (document.activeElement !== document.body) return
    const row = document.querySelector<HTMLElement>('nav[aria-label="Chats"] [data-entry][tabindex="0"]')
    if (row) row.focus()
    else focusPrompt()
  })
}

/** Null takes them out of their folders. */
export async function moveConversations(
  ids: readonly string[],
  folder: ConversationFolder | null,
): Promise<void> {
  const folderId = folder?.id ?? null
  const moved = (await readConversations(ids)).filter((each) => each.folderId !== folderId)
  if (moved.length === 0) return
  await desktop.conversations.move({ moves: [{ conversationIds: moved.map(({ id }) => id), folderId }] })
  if (folderId !== null) toggleFolder(folderId, true)
  clearSelection()
  focusListIfLost()
  const target = folder ? `moved to “${folder.name}”` : 'removed from the folder'
  toastUndo(`${nameConversations(moved)} ${target}`, () =>
    desktop.conversations.move({ moves: listMovesBack(moved) }),
  )
}

/** One for each folder that they were in. */
export function listMovesBack(moved: readonly Pick<Conversation, 'id' | 'folderId'>[]) {
  const byFolder = new Map<string | null, string[]>()
  for (const { id, folderId } of moved) {
    const ids = byFolder.get(folderId)
    if (ids) ids.push(id)
    else byFolder.set(folderId, [id])
  }
  return [...byFolder].map(([folderId, conversationIds]) => ({ folderId, conversationIds }))
}

/** Adds the tag to all of these, or removes it from all. Undone, each is as before. */
export async function tagConversations(
  conversations: readonly Conversation[],
  tag: string,
  isAdded: boolean,
): Promise<void> {
  const changed = conversations.filter(({ tags }) => tags.includes(tag) !== isAdded)
  if (changed.length === 0) return
  const ids = changed.map(({ id }) => id)
  const write = (adds: boolean) =>
    desktop.library.tag({ ids, ...(adds ? { add: [tag] } : { remove: [tag] }) })
  await write(isAdded)
  if (isAdded && conversations.length === 1) return
  const message = isAdded ? `Tag “${tag}” added to` : `Tag “${tag}” removed from`
  toastUndo(`${message} ${nameConversations(changed)}`, () => write(!isAdded))
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
  toastUndo(`Folder “${name}” deleted`, () => desktop.folders.restore({ id }), {
    description: 'Its chats are still in the list.',
  })
}
