// The parameters that the next prompt of a conversation is sent with.
import type { Conversation } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import {
  changeParameters,
  chooseParameters,
  toDraftKey,
  useDrafts,
  writeParameters,
} from '../../session/drafts'
import { useChat } from '../../session/live-chat'

type Change = Parameters<typeof changeParameters>[1]

/** Null is a new conversation. */
export function useConversationParameters(
  conversationId: string | null,
): [ChatParameters, (change: Change) => void] {
  return useParametersOf(
    conversationId,
    useChat(conversationId, (chat) => chat.conversation),
  )
}

/** Of a conversation that is known by itself; null while it is not. */
export function useParametersOf(
  conversationId: string | null,
  conversation: Pick<Conversation, 'id' | 'parameters'> | null,
): [ChatParameters, (change: Change) => void] {
  const drafts = useDrafts((state) => state.drafts)
  const known = conversation ?? (conversationId ? { id: conversationId, parameters: undefined } : null)
  const parameters = chooseParameters(drafts, known)
  // Of what is set by then: a change may come long after this was drawn.
  const change = (part: Change) =>
    writeParameters(
      toDraftKey(conversationId),
      changeParameters(chooseParameters(useDrafts.getState().drafts, known), part),
    )
  return [parameters, change]
}
