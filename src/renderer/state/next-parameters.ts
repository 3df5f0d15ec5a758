// The parameters that the next prompt of a conversation is sent with.
import { useQuery } from '@tanstack/react-query'
import type { Conversation } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { conversationList } from '../api/conversation-list'
import { queryClient } from '../api/query-client'
import { readServedModel, useServedParameters } from '../models/served-model'
import { readChatStart, useBuiltInParameters, useChatStart } from './chat-start'
import {
  changeParameters,
  chooseParameters,
  type ParametersChange,
  toDraftKey,
  useDrafts,
  writeParameters,
} from './drafts'
import { readChat, useChat } from './live-chat'

/** Null is a new conversation. With a model that the selected provider can have. */
export function readParameters(conversationId: string | null): ChatParameters {
  const written = readWritten(conversationId)
  return { ...written, model: readServedModel(written.model, 'text') }
}

/** With the chosen model, so that it is used again once its provider is selected. */
function readWritten(conversationId: string | null): ChatParameters {
  const { drafts } = useDrafts.getState()
  return chooseParameters(drafts, conversationId, readLastParameters(conversationId) ?? readChatStart())
}

export function setParameters(conversationId: string | null, part: ParametersChange) {
  writeParameters(toDraftKey(conversationId), changeParameters(readWritten(conversationId), part))
}

/** The last prompt's parameters from the list of conversations, which is loaded before the conversation. */
function findLastParameters(
  conversations: readonly Conversation[] | undefined,
  conversationId: string | null,
): ChatParameters | undefined {
  return conversations?.find(({ id }) => id === conversationId)?.parameters
}

/** Undefined if they are not loaded yet. */
export function readLastParameters(conversationId: string | null): ChatParameters | undefined {
  const live = readChat(conversationId).conversation?.parameters
  return live ?? findLastParameters(queryClient.getQueryData(conversationList.queryKey), conversationId)
}

/** Null is a new conversation. With a model that the selected provider can have. */
export function useConversationParameters(conversationId: string | null): ChatParameters {
  return useServedParameters(useWritten(conversationId), 'text')
}

/** The model that was chosen, even if the selected provider can't have it. */
export function useSelectedModel(conversationId: string | null): string {
  return useWritten(conversationId).model
}

function useWritten(conversationId: string | null): ChatParameters {
  const live = useChat(conversationId, (chat) => chat.conversation?.parameters)
  const { data: listed } = useQuery({
    ...conversationList,
    select: (all) => findLastParameters(all, conversationId),
  })
  return useParametersOf(conversationId, live ?? listed)
}

/** As chosen. `last` are those of its last prompt, if they are known. */
export function useParametersOf(
  conversationId: string | null,
  last: ChatParameters | undefined,
): ChatParameters {
  const builtIn = useBuiltInParameters()
  const start = useChatStart(({ saved }) => saved ?? builtIn)
  return useDrafts(({ drafts }) => chooseParameters(drafts, conversationId, last ?? start))
}
