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
  const byFolder = groupByFolder(shown)
  for (const folder of folders) {
    const members = byFolder.get(folder.id) ?? []
    if (members.length === 0 && tags.length > 0) continue
    const isOpen = !collapsed.includes(folder.id)
    rows.push({ kind: 'folder', key: `folder ${folder.id}`, folder, count: members.length, isOpen })
    if (isOpen) rows.push(...members.map(toRow))
  }
  let group = ''
  let span = findSpan(now, now)
  for (const conversation of loose) {
    if (conversation.pinnedAt !== null) continue
    const { updatedAt } = conversation
    // Finding the span of each of thousands of chats would take most of the time.
    if (updatedAt < span.from || updatedAt >= span.to) span = findSpan(updatedAt, now)
    const name = span.heading
    if (name !== group) rows.push(toHeading(name))
    group = name
    rows.push(toRow(conversation))
  }
  return rows
}

function groupByFolder(conversations: readonly Conversation[]): ReadonlyMap<string, Conversation[]> {
  const groups = new Map<string, Conversation[]>()
  for (const conversation of conversations) {
    if (conversation.folderId === null) continue
    const members = groups.get(conversation.folderId)
    if (members) members.push(conversation)
    else groups.set(conversation.folderId, [conversation])
  }
  return groups
}

function toHeading(name: string): ListRow {
  return { kind: 'heading', key: `heading ${name}`, name }
}

function toRow(conversation: Conversation): ListRow {
  return { kind: 'conversation', key: conversation.id, conversation }
}

/** All tags of the chats among these, by name. */
export function listTags(conversations: readonly Conversation[]): string[] {
  return [...new Set(conversations.flatMap(({ kind, tags }) => (kind === 'chat' ? tags : [])))].sort((a, b) =>
    a.localeCompare(b),
  )
}
