// The content of a window that shows only one chat.
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { conversationList } from '../../api/conversation-list'
import { desktop } from '../../api/desktop'
import { toastOutcome } from '../../api/toast-outcome'
import { Button } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { PanelHeader } from '../../components/PanelHeader'
import { useChat, watchChat } from '../../state/live-chat'
import { ChatView } from './ChatView'

export function ChatWindow({ conversationId }: { conversationId: string }) {
  const isDeleted = useIsDeleted(conversationId)
  const Content = isDeleted ? DeletedChat : WatchedChat
  return <Content conversationId={conversationId} />
}

/** A chat in the trash is not in the list; restoring it, in whatever window, adds it again. False for null. */
export function useIsDeleted(conversationId: string | null): boolean {
  const { data = false } = useQuery({
    ...conversationList,
    enabled: conversationId !== null,
    select: (conversations) => !conversations.some(({ id }) => id === conversationId),
  })
  // Even a disabled query returns what is cached.
  return conversationId !== null && data
}

function WatchedChat({ conversationId }: { conversationId: string }) {
  const title = useChat(conversationId, (chat) => chat.conversation?.title)
  useEffect(() => watchChat(conversationId), [conversationId])
  useEffect(() => {
    // The main process gives it to the window.
    if (title !== undefined) document.title = title
  }, [title])
  return <ChatView conversationId={conversationId} />
}

function DeletedChat({ conversationId }: { conversationId: string }) {
  const restore = async () => void (await desktop.conversations.restore({ conversationId }))
  const close = () => toastOutcome(desktop.application.runCommand({ command: 'window.close' }))
  return (
    <section aria-label="Chat" className="flex h-full flex-col bg-canvas">
      <PanelHeader title={document.title} />
      <EmptyState icon={Trash2} title="Chat deleted">
        <p>This chat is in the trash.</p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button onClick={close}>Close window</Button>
          <Button variant="primary" onClick={() => toastOutcome(restore(), 'Couldn’t restore the chat')}>
            Restore chat
          </Button>
        </div>
      </EmptyState>
    </section>
  )
}
