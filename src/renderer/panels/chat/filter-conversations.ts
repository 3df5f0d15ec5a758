// The conversations whose titles hold what is searched for.
import type { Conversation } from '#shared/schemas/chat'

/** Every word must occur; case and accents do not matter. */
export function filterConversations(
  conversations: readonly Conversation[],
  query: string,
): readonly Conversation[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return conversations
  return conversations.filter(({ title }) => {
    const folded = fold(title)
    return words.every((word) => folded.includes(word))
  })
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
