// The deleted messages of the open chat, and the button that shows them if the chat has any.
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import type { DeletedTurn } from '#shared/schemas/chat'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { formatMoment, formatPlural } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { Notice } from '../../../components/Notice'
import { focusPrompt } from '../../../state/focus-requests'
import { useChat } from '../../../state/live-chat'

export function DeletedMessages({ conversationId }: { conversationId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  // Deleting and restoring change the branch that is shown.
  const length = useChat(conversationId, ({ branch }) => branch.length)
  const last = useChat(conversationId, ({ branch }) => branch.at(-1))
  const { data: turns = [], error } = useQuery({
    queryKey: ['deleted messages', conversationId, length, last],
    queryFn: () => desktop.chat.deletedTurns({ conversationId }),
    staleTime: 0,
  })
  if (turns.length === 0 && !error) return null
  return (
    <>
      <IconButton size="small" label="Deleted messages" icon={History} onClick={() => setIsOpen(true)} />
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Deleted messages"
        description="Restoring a message also restores what was deleted with it. They are kept until this chat or their image is deleted permanently."
      >
        {error && (
          <Notice tone="danger" title="Couldn’t load deleted messages">
            {describeError(error)}
          </Notice>
        )}
        <ul aria-label="Deleted messages" className="flex flex-col gap-1 px-5 pb-4">
          {turns.map((turn) => (
            <DeletedMessage
              key={turn.turnId}
              turn={turn}
              onRestore={() => {
                setIsOpen(false)
                const { turnId } = turn
                const restored = desktop.chat.restoreTurn({ conversationId, turnId }).then(focusPrompt)
                toastOutcome(
                  restored.then(() => (turn.role === 'user' ? 'Prompt restored' : 'Response restored')),
                )
              }}
            />
          ))}
        </ul>
      </Dialog>
    </>
  )
}

function DeletedMessage({ turn, onRestore }: { turn: DeletedTurn; onRestore: () => void }) {
  const { role, text, deletedAt, followers } = turn
  const facts = [
    role === 'user' ? 'Prompt' : 'Response',
    followers > 0 && `with ${formatPlural(followers, 'later message')}`,
    `deleted ${formatMoment(deletedAt)}`,
  ]
  return (
    <li className="flex items-center gap-3 rounded-lg border border-line px-3 py-2">
      <span className="flex min-w-0 flex-1 flex-col">
        <span dir="auto" className="line-clamp-2 [overflow-wrap:anywhere]">
          {text.trim() || 'No text'}
        </span>
        <span className="text-faint text-sm">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      <Button size="small" onClick={onRestore}>
        Restore
      </Button>
    </li>
  )
}
