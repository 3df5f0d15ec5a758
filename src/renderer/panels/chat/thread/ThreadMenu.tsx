// The context menu of the messages: the actions of the message under the pointer, or of the one with the focus.
import { Copy, Pencil, RotateCcw } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { toastOutcome } from '../../../api/toast-outcome'
import { ContextMenu, type MenuItem } from '../../../components/Menu'
import { readCopiedText } from '../../../state/answer-text'
import { regenerateAnswer } from '../../../state/chat-actions'
import { focusPrompt } from '../../../state/focus-requests'
import { findTurn, isRunning } from '../../../state/fold-chat'
import { readChat, useChat, useTurn } from '../../../state/live-chat'
import { listMoreItems } from './TurnActions'
import { readTexts, useTurnEdit, writeEdit } from './turn-edits'
import { useRawView } from './turn-view'

interface ThreadMenuProps {
  readonly conversationId: string
  readonly children: ReactNode
}

/** One menu for all messages: one for each would slow down long chats. */
export function ThreadMenu({ conversationId, children }: ThreadMenuProps) {
  const branch = useChat(conversationId, (chat) => chat.branch)
  const [turnId, setTurnId] = useState('')
  const selectTurn = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null
    const id = (row && branch[Number(row.dataset.index)]) ?? ''
    const turn = findTurn(readChat(conversationId), id)
    // Beside the messages, and while one is being written, there is nothing to choose from.
    if (!turn || turn.state === 'running') event.stopPropagation()
    else setTurnId(id)
  }
  return (
    <ContextMenu label="Actions for message" items={useItems(conversationId, turnId)}>
      <div className="min-h-0 flex-1" onContextMenuCapture={selectTurn}>
        {children}
      </div>
    </ContextMenu>
  )
}

function useItems(conversationId: string, turnId: string): MenuItem[] {
  const turn = useTurn(conversationId, turnId)
  const raw = useRawView(turnId)
  const isEdited = useTurnEdit(turnId) !== undefined
  const isBusy = useChat(conversationId, isRunning)
  if (!turn) return []
  const isPrompt = turn.role === 'user'
  const regenerate = () =>
    toastOutcome(regenerateAnswer(conversationId, turnId, turn.parameters ?? undefined).then(focusPrompt))
  return [
    {
      name: isPrompt ? 'Copy prompt' : 'Copy response',
      icon: Copy,
      disabled: readCopiedText(turn) === '',
      onSelect: () => toastOutcome(copyText(turn)),
    },
    ...(isPrompt ? [] : [{ name: 'Regenerate', icon: RotateCcw, disabled: isBusy, onSelect: regenerate }]),
    {
      name: isPrompt ? 'Edit prompt' : 'Edit response',
      icon: Pencil,
      disabled: isEdited,
      onSelect: () => writeEdit(turnId, readTexts(turn.parts)),
    },
    ...listMoreItems(turn, raw),
  ]
}

async function copyText(turn: Turn): Promise<string> {
  await navigator.clipboard.writeText(readCopiedText(turn))
  return turn.role === 'user' ? 'Prompt copied' : 'Response copied'
}
