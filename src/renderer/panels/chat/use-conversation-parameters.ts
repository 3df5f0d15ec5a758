// The parameters that the next prompt of a conversation is sent with, as they are now.
import { useQuery } from '@tanstack/react-query'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { queries } from '../../api/desktop'
import { chooseParameters, useDrafts } from '../../state/drafts'
import { useChat } from '../../state/live-chat'
import { findLastParameters } from '../../state/next-parameters'

/** Null is a new conversation. */
export function useConversationParameters(conversationId: string | null): ChatParameters {
  const live = useChat(conversationId, (chat) => chat.conversation?.parameters)
  const { data: listed } = useQuery(
    queries.conversations.list.queryOptions({ select: (all) => findLastParameters(all, conversationId) }),
  )
  return useParametersOf(conversationId, live ?? listed)
}

/** `last`: those of its last prompt, where they are known. */
export function useParametersOf(
  conversationId: string | null,
  last: ChatParameters | undefined,
): ChatParameters {
  return useDrafts(({ drafts }) => chooseParameters(drafts, conversationId, last))
}
