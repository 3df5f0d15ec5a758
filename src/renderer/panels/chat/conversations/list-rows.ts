// Groups the conversations of the list: pinned ones, folders, and the others by the day of their last change.
import type { Conversation, ConversationFolder } from '#shared/schemas/chat'
import { findSpan } from '../../../components/date-groups'

export type ListRow =
  | { readonly kind: 'heading'; readonly key: string; readonly name: string }
  | {
      readonly kind: 'folder'
      readonly key: string
      readonly folder: ConversationFolder
      readonly count: number
      readonly isOpen: boolean
    }
  | { readonly kind: 'conversation'; readonly key: string; readonly conversation: Conversation }

interface Grouping {
  readonly folders: readonly ConversationFolder[]
  /** The ids of folders whose conversations are hidden. */
  readonly collapsed: readonly string[]
  /** Only conversations with all of these tags, and folders that contain one of them. */
  readonly tags: readonly string[]
  /** Milliseconds since 1970. */
  readonly now: number
}

/** In the given order: pinned ones first, then the newest. Groups by day without conversations are omitted. */
export function toListRows(conversations: readonly Conversation[], grouping: Grouping): ListRow[] {
  const { folders, collapsed, tags, now } = grouping
  const shown = conversations.filter((each) => tags.every((tag) => each.tags.includes(tag)))
  const known = new Set(folders.map(({ id }) => id))
  const loose = shown.filter(({ folderId }) => folderId === null || !known.has(folderId))
  const pinned = loose.filter(({ pinnedAt }) => pinnedAt !== null)
  const rows: ListRow[] = pinned.length === 0 ? [] : [toHeading('Pinned'), ...pinned.map(toRow)]
  for (const folder of folders) {
    const members = shown.filter(({ folderId }) => folderId === folder.id)
    if (members.length === 0 && tags.length > 0) continue
    const isOpen = !collapsed.includes(folder.id)
    rows.push({ kind: 'folder', key: `folder ${folder.id}`, folder, count: members.length, isOpen })
    if (isOpen) rows.push(...members.map(toRow))
  }
  let group = ''
  for (const conversation of loose) {
    if (conversation.pinnedAt !== null) continue
    const name = findSpan(conversation.updatedAt, now).heading
    if (name !== group) rows.push(toHeading(name))
    group = name
    rows.push(toRow(conversation))
  }
  return rows
}

function toHeading(name: string): ListRow {
  return { kind: 'heading', key: `heading ${name}`, name }
}

function toRow(conversation: Conversation): ListRow {
  return { kind: 'conversation', key: conversation.id, conversation }
}

/** All tags of the chats among these, by name. */
export function listTags(conversations: readonly Conversation[]): string[] {
  return [...new Set(conversations.flatMap(({ kind, tags }) => (kind === 'chat' ? tags : [])))].sort(
    (one, other) => one.localeCompare(other),
  )
}
