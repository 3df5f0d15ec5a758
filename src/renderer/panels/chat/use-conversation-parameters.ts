// The parameters that the next prompt of the open conversation is sent with.
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import {
  changeParameters,
  chooseParameters,
  toDraftKey,
  useDrafts,
  writeParameters,
} from '../../session/drafts'
import { useChat } from '../../session/live-chat'
import { useNavigation } from '../../session/navigation'

type Change = Parameters<typeof changeParameters>[1]

export function useConversationParameters(): [ChatParameters, (change: Change) => void] {
  const conversationId = useNavigation((navigation) => navigation.conversationId)
  const conversation = useChat(conversationId, (chat) => chat.conversation)
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
