// What the next prompt of the open conversation goes along with.
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { readDraft, toDraftKey, useDrafts } from '../../../state/drafts'
import { useNavigation } from '../../../state/navigation'
import { useConversationParameters } from '../use-conversation-parameters'

export interface OpenPrompt {
  readonly own: ChatParameters
  /** Null where nothing is compared. */
  readonly columns: readonly ChatParameters[] | null
}

export function useOpenPrompt(): OpenPrompt {
  const openId = useNavigation(({ conversationId }) => conversationId)
  const own = useConversationParameters(openId)
  const columns = useDrafts(({ drafts }) => readDraft(drafts, toDraftKey(openId)).columns)
  return { own, columns }
}

export function useIsOpenPromptEmpty(): boolean {
  const key = useNavigation(({ conversationId }) => toDraftKey(conversationId))
  return useDrafts(({ drafts }) => readDraft(drafts, key).text.trim() === '')
}

/** Of several columns the first one tells. */
export function toShown({ own, columns }: OpenPrompt): ChatParameters {
  return columns?.[0] ?? own
}
