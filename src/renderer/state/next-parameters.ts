// The parameters that the next prompt of a conversation is sent with: read, and changed, at the moment that is asked for.
import type { Conversation } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { queries } from '../api/desktop'
import { queryClient } from '../api/query-client'
import {
  changeParameters,
  chooseParameters,
  type ParametersChange,
  toDraftKey,
  useDrafts,
  writeParameters,
} from './drafts'
import { readChat } from './live-chat'

/** Null is a new conversation. */
export function readParameters(conversationId: string | null): ChatParameters {
  const { drafts } = useDrafts.getState()
  return chooseParameters(drafts, conversationId, readLastParameters(conversationId))
}

export function setParameters(conversationId: string | null, part: ParametersChange) {
  writeParameters(toDraftKey(conversationId), changeParameters(readParameters(conversationId), part))
}

/** Those of a conversation's last prompt, as the list of all tells them: it is here before the conversation is. */
export function findLastParameters(
  conversations: readonly Conversation[] | undefined,
  conversationId: string | null,
): ChatParameters | undefined {
  return conversations?.find(({ id }) => id === conversationId)?.parameters
}

/** As far as they are known by now. */
export function readLastParameters(conversationId: string | null): ChatParameters | undefined {
  const live = readChat(conversationId).conversation?.parameters
  return (
    live ??
    findLastParameters(queryClient.getQueryData(queries.conversations.list.queryKey()), conversationId)
  )
}
