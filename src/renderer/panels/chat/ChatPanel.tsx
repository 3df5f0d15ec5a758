// The Chat panel: the conversations, and the open one.
import { useEffect } from 'react'
import { narrowWindow, useMediaQuery } from '../../components/use-media-query'
import { PaneToggle, SidePane, useIsPaneHidden } from '../../panes/SidePane'
import { useChat, watchChat } from '../../state/live-chat'
import { openConversation, useNavigation } from '../../state/navigation'
import { ChatView } from './ChatView'
import { ConversationDrawer, ConversationList } from './conversations/ConversationList'

export function ChatPanel() {
  const isNarrow = useMediaQuery(narrowWindow)
  const isListHidden = useIsPaneHidden('chat')
  const conversationId = useNavigation((navigation) => navigation.conversationId)
  const isDeleted = useChat(conversationId, (chat) => chat.status === 'deleted')
  useEffect(() => (conversationId ? watchChat(conversationId) : undefined), [conversationId])
  useEffect(() => {
    if (isDeleted) openConversation(null)
  }, [isDeleted])
  return (
    <div className="flex h-full min-w-0">
      {!isNarrow && !isListHidden && (
        <SidePane id="chat" name="chats" className="w-52 min-[1200px]:w-60 min-[1900px]:w-72">
          <ConversationList />
        </SidePane>
      )}
      <ChatView
        conversationId={conversationId}
        lead={isNarrow ? <ConversationDrawer /> : <PaneToggle id="chat" name="chats" />}
      />
    </div>
  )
}
