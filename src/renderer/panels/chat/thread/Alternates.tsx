// Moves between the turns that stand in each other's place.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { Turn } from '#shared/schemas/chat'
import { IconButton } from '../../../components/IconButton'
import { announce } from '../../../state/announcement'
import { switchTo } from '../../../state/chat-actions'
import { useChat } from '../../../state/live-chat'
import { wishForFocus } from './focus-in-turn'
import { tellFailure } from './tell-failure'

const none: readonly string[] = []

export function Alternates({ turn }: { turn: Turn }) {
  const { conversationId, id } = turn
  const ids = useChat(conversationId, (chat) => chat.alternates[id] ?? none)
  const index = ids.indexOf(id)
  if (index < 0 || ids.length < 2) return null
  const go = (step: 1 | -1) => {
    const next = ids[index + step]
    if (!next) return
    wishForFocus(next, step < 0 ? 'previous' : 'next')
    switchTo(conversationId, next).then(
      () => announce(`Version ${index + step + 1} of ${ids.length}.`),
      tellFailure,
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form.
    <div role="group" aria-label="Versions" className="flex items-center text-faint text-xs">
      <IconButton
        size="small"
        label="Previous version"
        icon={ChevronLeft}
        data-control="previous"
        aria-disabled={index === 0}
        className="aria-disabled:opacity-40"
        onClick={() => go(-1)}
      />
      <span className="whitespace-nowrap tabular-nums">
        {index + 1} of {ids.length}
      </span>
      <IconButton
        size="small"
        label="Next version"
        icon={ChevronRight}
        data-control="next"
        aria-disabled={index === ids.length - 1}
        className="aria-disabled:opacity-40"
        onClick={() => go(1)}
      />
    </div>
  )
}
