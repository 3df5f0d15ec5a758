// What the user does in a chat: send, stop, try again, rename, delete and take back.
import type { ChatParameters } from '#shared/schemas/chat'
import { desktop } from '../desktop/desktop'
import { changeDraft, toDraftKey, useDrafts } from './drafts'
import { isRunning } from './fold-chat'
import { useLiveChats } from './live-chat'
import { openConversation, useNavigation } from './navigation'

/** The draft stays where sending fails. A first prompt opens the conversation that it began. */
export async function sendPrompt(prompt: {
  conversationId: string | null
  text: string
  parameters: ChatParameters
}): Promise<void> {
  const sent = await desktop.chat.send(prompt)
  const key = toDraftKey(prompt.conversationId)
  useDrafts.setState(({ drafts }) => ({ drafts: changeDraft(drafts, key, { text: '' }) }))
  // The user may have gone elsewhere while it was sent.
  const { panel, conversationId } = useNavigation.getState()
  if (conversationId !== prompt.conversationId) return
  if (panel === 'chat') openConversation(sent.conversationId)
  else useNavigation.setState({ conversationId: sent.conversationId })
}

export async function stopAnswer(conversationId: string): Promise<void> {
  await desktop.chat.stop({ conversationId })
}

export async function retryAnswer(conversationId: string, turnId: string): Promise<void> {
  await desktop.chat.retry({ conversationId, turnId })
}

export async function renameConversation(conversationId: string, title: string): Promise<void> {
  await desktop.conversations.rename({ conversationId, title })
}

/** Resolves to the way back. */
export async function deleteConversation(conversationId: string): Promise<() => Promise<void>> {
  const wasOpen = useNavigation.getState().conversationId === conversationId
  await desktop.conversations.delete({ conversationId })
  if (wasOpen) useNavigation.setState({ conversationId: null })
  return async () => {
    await desktop.conversations.restore({ conversationId })
    if (wasOpen) useNavigation.setState({ conversationId })
  }
}

/** Of the open conversation; where nothing runs, nothing happens. */
export async function stopOpenAnswer(): Promise<void> {
  const { conversationId } = useNavigation.getState()
  const chat = conversationId && useLiveChats.getState().chats[conversationId]
  if (chat && isRunning(chat)) await stopAnswer(conversationId)
}
