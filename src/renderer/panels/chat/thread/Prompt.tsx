// One of the user's prompts.
import { ChevronDown, ChevronUp, RotateCcw } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Turn } from '#shared/schemas/chat'
import { hasResults } from '#shared/schemas/sent-turns'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { regenerateAnswer } from '../../../state/chat-actions'
import { isRunning } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'
import { useUnanswered } from '../../../state/sent-turns'
import { TurnActions } from './TurnActions'
import { RawTurn, TurnParts } from './TurnParts'
import { expandPrompt, isLongPrompt, useIsExpanded, useRawView } from './turn-view'

export function Prompt({ turn, isLast }: { turn: Turn; isLast: boolean }) {
  const raw = useRawView(turn.id)
  const isLong = useMemo(() => isLongPrompt(turn), [turn])
  const isExpanded = useIsExpanded(turn.id)
  const isUnanswered = useUnanswered(turn.conversationId).has(turn.id)
  return (
    <article aria-label="Your prompt" className="flex flex-col items-end gap-1">
      <div className="flex max-w-[88%] flex-col gap-2 rounded-xl border border-line bg-sunken px-4 py-2">
        {raw ? (
          <RawTurn turn={turn} view={raw} />
        ) : (
          <TurnParts parts={turn.parts} from="user" isCollapsed={isLong && !isExpanded} />
        )}
        {!raw && <SentResults parts={turn.parts} />}
        {!raw && isLong && <ExpandButton turnId={turn.id} isExpanded={isExpanded} />}
      </div>
      {isUnanswered && !isLast && (
        <p className="px-1 text-faint text-xs">
          {hasResults(turn) ? 'No response.' : 'No response. Later prompts are sent without it.'}
        </p>
      )}
      <TurnActions turn={turn} isLast={isLast} />
      {isLast && <RequestAnswer turn={turn} />}
    </article>
  )
}

function ExpandButton({ turnId, isExpanded }: { turnId: string; isExpanded: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  const toggle = () => {
    flushSync(() => expandPrompt(turnId, !isExpanded))
    // The end of a long prompt would otherwise leave the view together with this button.
    if (isExpanded) button.current?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <Button
      ref={button}
      size="small"
      variant="quiet"
      aria-expanded={isExpanded}
      className="-mx-2 self-start"
      onClick={toggle}
    >
      {isExpanded ? <ChevronUp size={14} aria-hidden="true" /> : <ChevronDown size={14} aria-hidden="true" />}
      {isExpanded ? 'Show less' : 'Show all'}
    </Button>
  )
}

/** For a prompt whose answers were all deleted. */
function RequestAnswer({ turn: { conversationId, id } }: { turn: Turn }) {
  const isBusy = useChat(conversationId, isRunning)
  if (isBusy) return null
  return (
    <Notice
      tone="quiet"
      title="This prompt has no response"
      actions={
        <Button size="small" onClick={() => toastOutcome(regenerateAnswer(conversationId, id))}>
          <RotateCcw size={14} aria-hidden="true" />
          Generate response
        </Button>
      }
    />
  )
}

/** The results themselves are shown with their calls. */
function SentResults({ parts }: Pick<Turn, 'parts'>) {
  const names = parts.flatMap(({ functionResponse }) => functionResponse?.name ?? [])
  if (names.length === 0) return null
  return (
    <p className="text-soft">
      {names.length === 1 ? 'Sent result: ' : `Sent ${names.length} results: `}
      <span className="selectable font-mono text-sm">{names.join(', ')}</span>
    </p>
  )
}
