// The conversations as the rows of their list: those that are pinned first, under a heading.
import type { Conversation } from '#shared/schemas/chat'

type ListRow =
  | { readonly kind: 'heading'; readonly key: string; readonly name: string }
  | { readonly kind: 'conversation'; readonly key: string; readonly conversation: Conversation }

/** Without a pinned one there are no headings. */
export function toListRows(conversations: readonly Conversation[]): ListRow[] {
  const pinned = conversations.filter(({ pinnedAt }) => pinnedAt !== null)
  if (pinned.length === 0) return conversations.map(toRow)
  const others = conversations.filter(({ pinnedAt }) => pinnedAt === null)
  const section = (name: string, held: readonly Conversation[]): ListRow[] =>
    held.length === 0 ? [] : [{ kind: 'heading', key: `heading ${name}`, name }, ...held.map(toRow)]
  return [...section('Pinned', pinned), ...section('Others', others)]
}

/** Drawings have a list of their own. */
export function isChat({ kind }: Conversation): boolean {
  return kind === 'chat'
}

function toRow(conversation: Conversation): ListRow {
  return { kind: 'conversation', key: conversation.id, conversation }
}
