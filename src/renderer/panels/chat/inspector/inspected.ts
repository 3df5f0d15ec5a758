// Which conversation the inspector is about: the open one, once its thread is there.
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { afterDrawing } from '../../../state/frames'
import { useChat } from '../../../state/live-chat'
import { useNavigation } from '../../../state/navigation'

interface InspectedConversation {
  /** Null is a new conversation, not sent yet. */
  readonly id: string | null
  /** Of its last prompt; undefined where there is none yet. */
  readonly parameters: ChatParameters | undefined
}

export const Inspected = createContext<InspectedConversation>({ id: null, parameters: undefined })

export function useInspected(): InspectedConversation {
  return useContext(Inspected)
}

interface Following {
  readonly inspected: InspectedConversation
  /** The open conversation is another, or not known yet: what is set here must not be taken for its. */
  readonly isBehind: boolean
}

/**
 * Its many controls are drawn after what is read, and once: when the conversation's parameters are known. React's own
 * deferring will not do, for an answer that is written holds it up.
 */
export function useFollowing(): Following {
  const openId = useNavigation((navigation) => navigation.conversationId)
  const isKnown = useChat(openId, (chat) => openId === null || chat.conversation !== null)
  const [id, setId] = useState(openId)
  const live = useChat(id, (chat) => chat.conversation)
  const [kept, setKept] = useState(live)
  // One that was left is not live any more; what it was stays till the next one has come.
  if (live && live !== kept) setKept(live)
  const parameters = kept?.id === id ? kept.parameters : undefined
  const inspected = useMemo(() => ({ id, parameters }), [id, parameters])
  const isLeft = id !== openId
  useEffect(
    () => (isLeft && isKnown ? afterDrawing(() => setId(openId)) : undefined),
    [isLeft, isKnown, openId],
  )
  return { inspected, isBehind: isLeft || !isKnown }
}
