// One turn of the thread, such as a prompt; contains rendering errors.
import { ChevronDown, ChevronUp, RotateCcw } from 'lucide-react'
import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useShallow } from 'zustand/react/shallow'
import type { Turn } from '#shared/schemas/chat'
import { hasResults } from '#shared/schemas/sent-turns'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { ErrorBoundary } from '../../../components/ErrorBoundary'
import { joinClasses } from '../../../components/join-classes'
import { Notice } from '../../../components/Notice'
import { Skeleton } from '../../../components/Skeleton'
import { regenerateAnswer } from '../../../state/chat-actions'
import { isRunning } from '../../../state/fold-chat'
import { fetchAgain, useChat, useTurn } from '../../../state/live-chat'
import { useUnanswered } from '../../../state/sent-turns'
import { Comparison } from '../compare/Comparison'
import { listColumns, listVersions, useVersionColumns } from '../compare/comparison-columns'
import { Answer } from './Answer'
import { TurnEditor } from './MessageEditor'
import { TurnActions } from './TurnActions'
import { RawTurn, TurnParts } from './TurnParts'
import { useTurnEdit } from './turn-edits'
import { expandPrompt, isLongPrompt, useIsExpanded, useRawView } from './turn-view'
import { skeletonHeight } from './use-thread-list'

interface TurnRowProps {
  readonly conversationId: string
  readonly turnId: string
  /** The last turn of the branch. */
  readonly isLast: boolean
  /** A search hit, highlighted briefly. */
  readonly isMarked: boolean
}

/** Subscribes to the conversation itself, so that it does not re-render when the list scrolls or grows. */
export const TurnRow = memo(function TurnRow(props: TurnRowProps) {
  const { conversationId, turnId, isLast, isMarked } = props
  const turn = useTurn(conversationId, turnId)
  const columns = useChat(
    conversationId,
    useShallow((chat) => listColumns(chat, turnId)),
  )
  const versions = useChat(conversationId, (chat) => listVersions(chat, turnId))
  const versionColumns = useVersionColumns(versions, turnId)
  const isReviewed = columns.length === 0 && versionColumns.length > 0
  const compared = (isReviewed ? versionColumns : columns).length
  const isCompared = compared > 0
  const editedTexts = useTurnEdit(turnId)
  const row = useRef<HTMLDivElement>(null)
  const isLoaded = turn !== undefined
  useLayoutEffect(() => {
    if (!isMarked || !isLoaded || row.current?.contains(document.activeElement)) return
    row.current?.focus({ preventScroll: true })
  }, [isMarked, isLoaded])
  return (
    <div
      ref={row}
      data-turn={turnId}
      tabIndex={-1}
      className={joinClasses(
        'group/turn flex w-full flex-col rounded-lg outline-none transition-shadow duration-500',
        compared <= 2 && 'mx-auto max-w-[736px]',
        compared === 2 && 'min-[1700px]:max-w-[1120px]',
        isMarked && 'bg-accent-wash shadow-[0_0_0_8px_var(--accent-wash)]',
      )}
    >
      <ErrorBoundary
        fallback={({ error, retry }) => (
          <Notice
            tone="danger"
            title="Couldn’t show this message"
            actions={
              <Button size="small" onClick={retry}>
                Try again
              </Button>
            }
          >
            {error.message}
          </Notice>
        )}
      >
        {!turn ? (
          <TurnSkeleton conversationId={conversationId} turnId={turnId} />
        ) : isCompared ? (
          <Comparison turn={turn} columns={isReviewed ? versionColumns : columns} isReviewed={isReviewed} />
        ) : editedTexts ? (
          <TurnEditor turn={turn} texts={editedTexts} />
        ) : turn.role === 'user' ? (
          <Prompt turn={turn} isLast={isLast} />
        ) : (
          <Answer turn={turn} isLast={isLast} />
        )}
      </ErrorBoundary>
    </div>
  )
})

/** Placeholder for a turn that is being loaded, or could not be loaded. */
function TurnSkeleton({ conversationId, turnId }: Pick<TurnRowProps, 'conversationId' | 'turnId'>) {
  const reason = useChat(conversationId, (chat) => chat.missing.get(turnId))
  return (
    <div style={{ minHeight: skeletonHeight }}>
      {reason === undefined ? (
        <Skeleton label="Loading message…" widths={['32%', '88%', '76%', '54%']} className="py-2" />
      ) : (
        <Notice
          tone="warn"
          title="Couldn’t load this message"
          actions={
            <Button size="small" onClick={() => fetchAgain(conversationId, turnId)}>
              Try again
            </Button>
          }
        >
          {reason}
        </Notice>
      )}
    </div>
  )
}

function Prompt({ turn, isLast }: { turn: Turn; isLast: boolean }) {
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
