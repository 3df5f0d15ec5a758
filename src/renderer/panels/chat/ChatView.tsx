// A chat with its header and composer.
import { type ReactNode, useEffect } from 'react'
import { lazyComponent } from '../../components/lazy-component'
import { Notice } from '../../components/Notice'
import { PanelHeader } from '../../components/PanelHeader'
import { Skeleton } from '../../components/Skeleton'
import { toDraftKey, useDraft } from '../../state/drafts'
import { useFocusRequests } from '../../state/focus-requests'
import { useChat } from '../../state/live-chat'
import { ChatHeader } from './ChatHeader'
import { ChatStart } from './ChatStart'
import { Composer } from './composer/Composer'
import { OrganizeDialog } from './conversations/OrganizeDialog'
import { findReadingPosition } from './thread/use-thread-list'

const loadingChat = (
  <div className="mx-auto w-full max-w-[784px] flex-1 p-6">
    <Skeleton label="Loading chat…" widths={['48%', '86%', '74%', '62%']} />
  </div>
)

const QueuedPrompts = lazyComponent(async () => (await import('./thread/QueuedPrompts')).QueuedPrompts)
const Thread = lazyComponent(async () => (await import('./thread/Thread')).Thread, loadingChat)

interface ChatViewProps {
  /** Null is a new chat. It must be watched. */
  readonly conversationId: string | null
  /** A button before the title. */
  readonly lead?: ReactNode
}

export function ChatView({ conversationId, lead }: ChatViewProps) {
  const isWriting = useDraft(toDraftKey(conversationId), (draft) => draft.text !== '')
  useEffect(() => {
    // The answer will need it, and a failure is shown then.
    if (isWriting) void Thread.preload().catch(() => undefined)
  }, [isWriting])
  return (
    <section aria-label="Chat" className="flex h-full min-w-0 flex-1 flex-col bg-canvas">
      {conversationId ? (
        <ChatHeader key={`header ${conversationId}`} conversationId={conversationId} lead={lead} />
      ) : (
        <PanelHeader title="New chat" lead={lead} />
      )}
      <OrganizeDialog />
      {conversationId ? <OpenChat key={conversationId} conversationId={conversationId} /> : <ChatStart />}
      {/* As wide as the gutters of the thread's scrollbar, and limited in height so that some of the thread stays visible. */}
      <div className="flex max-h-[70%] shrink-0 flex-col px-3">
        {conversationId && <QueuedPrompts conversationId={conversationId} />}
        <Composer conversationId={conversationId} />
      </div>
    </section>
  )
}

function OpenChat({ conversationId }: { conversationId: string }) {
  const isKnown = useChat(conversationId, (chat) => chat.conversation !== null)
  const isEnd = useChat(conversationId, (chat) => chat.isEnd)
  // The requested turn may be above the loaded end.
  const isScrollTarget = useFocusRequests(
    ({ scroll }) => scroll?.conversationId === conversationId && scroll.turnId !== null,
  )
  // So may the turn that the user was reading.
  const isReturn = findReadingPosition(conversationId) !== undefined
  const isReconnecting = useChat(conversationId, (chat) => chat.status === 'reconnecting')
  return (
    <>
      {isReconnecting && (
        <div className="px-6 py-2">
          <Notice tone="warn" title="Connection to this chat lost. Reconnecting…" />
        </div>
      )}
      {!isKnown || (isEnd && (isScrollTarget || isReturn)) ? (
        loadingChat
      ) : (
        <Thread conversationId={conversationId} />
      )}
    </>
  )
}
