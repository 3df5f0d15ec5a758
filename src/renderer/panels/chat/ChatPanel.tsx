// Chat: the conversations, the open one, and where the next prompt is written.
import { useEffect } from 'react'
import { formatCount } from '../../kit/format'
import { Notice } from '../../kit/Notice'
import { PanelHeader } from '../../kit/PanelHeader'
import { Skeleton } from '../../kit/Skeleton'
import { isRunning } from '../../session/fold-chat'
import { useChat, watchChat } from '../../session/live-chat'
import { openConversation, useNavigation } from '../../session/navigation'
import { sumTokens } from './answer-figures'
import { ChatStart } from './ChatStart'
import { Composer } from './Composer'
import { ConversationList } from './ConversationList'
import { Thread } from './Thread'
import { useModels } from './use-models'

export function ChatPanel() {
  const conversationId = useNavigation((navigation) => navigation.conversationId)
  const isGone = useChat(conversationId, (chat) => chat.status === 'gone')
  const title = useChat(conversationId, (chat) => chat.conversation?.title)
  const running = useChat(conversationId, isRunning)
  useEffect(() => (conversationId ? watchChat(conversationId) : undefined), [conversationId])
  useEffect(() => {
    if (isGone) openConversation(null)
  }, [isGone])
  return (
    <div className="flex h-full min-w-0">
      <ConversationList />
      <section aria-label="Chat" className="flex min-w-0 flex-1 flex-col bg-canvas">
        <PanelHeader title={conversationId ? (title ?? 'Chat') : 'New chat'}>
          {conversationId && <Totals conversationId={conversationId} />}
        </PanelHeader>
        {conversationId ? <OpenChat key={conversationId} conversationId={conversationId} /> : <ChatStart />}
        {/* As wide as the gutters of the thread's scrollbar. */}
        <div className="px-3">
          <Composer conversationId={conversationId} running={running} />
        </div>
      </section>
    </div>
  )
}

function OpenChat({ conversationId }: { conversationId: string }) {
  const { toModelName } = useModels()
  const isLoading = useChat(conversationId, (chat) => chat.conversation === null)
  const isLost = useChat(conversationId, (chat) => chat.status === 'lost')
  const branch = useChat(conversationId, (chat) => chat.branch)
  return (
    <>
      {isLost && (
        <div className="px-6 py-2">
          <Notice
            tone="warn"
            title="The connection to this conversation was lost. It is being opened again."
          />
        </div>
      )}
      {isLoading ? (
        <div className="mx-auto w-full max-w-[784px] flex-1 p-6">
          <Skeleton label="Opening the conversation" widths={['48%', '86%', '74%', '62%']} />
        </div>
      ) : (
        <Thread conversationId={conversationId} branch={branch} toModelName={toModelName} />
      )}
    </>
  )
}

function Totals({ conversationId }: { conversationId: string }) {
  const tokens = useChat(conversationId, (chat) => sumTokens(chat.turns.values()))
  if (tokens === null) return null
  return (
    <span className="whitespace-nowrap text-faint text-xs tabular-nums">
      {formatCount(tokens)} tokens in all
    </span>
  )
}
