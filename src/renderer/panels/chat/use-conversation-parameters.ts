// The parameters that the next prompt of the open conversation is sent with.
import type { ChatParameters } from '#shared/schemas/chat'
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
  const change = (part: Change) =>
    writeParameters(toDraftKey(conversationId), changeParameters(parameters, part))
  return [parameters, change]
}
