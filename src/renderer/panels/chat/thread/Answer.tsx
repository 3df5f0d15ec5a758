// One answer: its thoughts, its content, how it ended, and its stats.
import { ChevronDown, Play, RotateCcw, Settings } from 'lucide-react'
import { Popover } from 'radix-ui'
import { memo } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { toastOutcome } from '../../../api/toast-outcome'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { Disclosure } from '../../../components/Disclosure'
import { Notice } from '../../../components/Notice'
import { RetryCountdown } from '../../../components/RetryCountdown'
import { Skeleton } from '../../../components/Skeleton'
import { useTurnCost } from '../../../models/prices'
import { useModelName } from '../../../models/use-models'
import { UnsavedNotice } from '../../../notices/UnsavedNotice'
import { readThoughts } from '../../../state/answer-text'
import { continueAnswer, regenerateAnswer } from '../../../state/chat-actions'
import { focusPrompt } from '../../../state/focus-requests'
import { isRunning } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'
import { openPanel } from '../../../state/navigation'
import { FunctionCalls } from '../functions/FunctionCalls'
import { Markdown } from '../markdown/Markdown'
import { Sources } from '../sources/Sources'
import { StructuredAnswer } from '../structured/StructuredAnswer'
import { canContinue, toAnswerNotice } from './answer-notice'
import { describeThinking, listKnownStats, listSurprises, type Stat, summarizeStats } from './answer-stats'
import { TurnActions } from './TurnActions'
import { RawTurn, TurnParts } from './TurnParts'
import { useRawView } from './turn-view'

interface AnswerProps {
  readonly turn: Turn
  /** This is the last turn of the branch. */
  readonly isLast: boolean
}

export function Answer({ turn, isLast }: AnswerProps) {
  const modelName = useModelName(turn.model)
  return (
    <article aria-label="Response" aria-busy={turn.state === 'running'} className="flex flex-col gap-2">
      <header className="flex h-6 items-center gap-2 text-faint text-sm">
        <h2 className="font-medium text-soft">{modelName}</h2>
        {turn.upstream === 'demo' && <Badge>Demo</Badge>}
        {turn.edited && <Badge>Edited</Badge>}
      </header>
      <AnswerBody turn={turn} isLast={isLast} />
      <AnswerEnd turn={turn} />
      <AnswerFooter turn={turn} isLast={isLast} />
    </article>
  )
}

/** An answer's content, from its thoughts to its sources. */
export function AnswerBody({ turn, isLast }: AnswerProps) {
  const raw = useRawView(turn.id)
  if (raw) return <RawTurn turn={turn} view={raw} />
  const thoughts = readThoughts(turn)
  const isWaiting = turn.state === 'running' && turn.parts.length === 0
  return (
    <>
      {thoughts && (
        <Thoughts
          summary={describeThinking(turn)}
          thoughts={thoughts}
          isStreaming={turn.state === 'running'}
        />
      )}
      {isWaiting && <Skeleton label="Waiting for the response…" widths={['82%', '64%']} className="py-1.5" />}
      {turn.parameters?.structured?.on && isText(turn) ? (
        <StructuredAnswer turn={turn} />
      ) : (
        <TurnParts parts={turn.parts} from="model" cited={turn} />
      )}
      <FunctionCalls turn={turn} isLast={isLast} />
      <Sources turn={turn} />
    </>
  )
}

function isText({ parts }: Turn): boolean {
  return parts.some((part) => part.text && !part.thought) && !parts.some((part) => part.functionCall)
}

interface ThoughtsProps {
  readonly summary: string
  readonly thoughts: string
  readonly isStreaming: boolean
}

/** Does not re-render while the answer itself is streamed. */
const Thoughts = memo(function Thoughts({ summary, thoughts, isStreaming }: ThoughtsProps) {
  return (
    <Disclosure summary={summary}>
      <div className="mt-1 mb-2 ml-1.5 border-line border-l-2 pl-4 text-soft [&_.markdown]:text-base [&_.markdown]:leading-5">
        <Markdown text={thoughts} isStreaming={isStreaming} />
      </div>
    </Disclosure>
  )
})

/** Has a fixed height, so that nothing moves when the stats appear. */
function AnswerFooter({ turn, isLast }: AnswerProps) {
  if (turn.state === 'running') {
    return (
      <footer className="flex h-6 items-center gap-2 text-faint text-xs">
        <span aria-hidden="true" className="size-1.5 animate-breathe rounded-full bg-accent" />
        {turn.parts.some((part) => !part.thought && part.text) && 'Generating…'}
      </footer>
    )
  }
  return (
    <footer className="-ml-1.5 flex flex-wrap items-center justify-between gap-x-3 text-faint text-xs">
      <TurnActions turn={turn} isLast={isLast} />
      <AnswerStats turn={turn} />
    </footer>
  )
}

/**
 * How an answer ended, if that is unusual, and what the user can do about it. Compared answers are read-only, because
 * the user has to keep one of them first.
 */
export function AnswerEnd({ turn, isReadOnly = false }: { turn: Turn; isReadOnly?: boolean }) {
  const notice = toAnswerNotice(turn)
  const isBusy = useChat(turn.conversationId, isRunning)
  const unsaved = (
    <UnsavedNotice owner={turn.id} what="Response" media={listMedia(turn)} isNarrow={isReadOnly} />
  )
  if (!notice) return unsaved
  const { conversationId, id } = turn
  const actions = !isReadOnly && (
    <>
      {notice.action === 'settings' && (
        <Button size="small" variant="quiet" onClick={() => openPanel('settings')}>
          <Settings size={14} aria-hidden="true" />
          Open Settings
        </Button>
      )}
      {notice.action && (
        <Button
          size="small"
          variant={canContinue(turn) ? 'quiet' : 'plain'}
          disabled={isBusy}
          // The button disappears with the notice.
          onClick={() => toastOutcome(regenerateAnswer(conversationId, id).then(focusPrompt))}
        >
          <RotateCcw size={14} aria-hidden="true" />
          Retry
        </Button>
      )}
      {canContinue(turn) && (
        <Button
          size="small"
          disabled={isBusy}
          onClick={() => toastOutcome(continueAnswer(conversationId, id).then(focusPrompt))}
        >
          <Play size={14} aria-hidden="true" />
          Continue
        </Button>
      )}
    </>
  )
  return (
    <>
      {unsaved}
      <Notice tone={notice.tone} title={notice.title} actions={actions}>
        {notice.explanation && <p>{notice.explanation}</p>}
        {notice.detail && <p>Message from the provider: “{notice.detail}”</p>}
        {notice.advice && <p>{notice.advice}</p>}
        {notice.retryAt !== undefined && <RetryCountdown at={notice.retryAt} />}
      </Notice>
    </>
  )
}

function listMedia({ parts }: Turn): string[] {
  return parts.flatMap(({ inlineData }) => (typeof inlineData?.media === 'string' ? [inlineData.media] : []))
}

/** One line, and a popover with every stat. Renders nothing if no stat is known. */
function AnswerStats({ turn }: { turn: Turn }) {
  const cost = useTurnCost(turn)
  const stats = listKnownStats(turn, cost)
  if (stats.length === 0) return null
  const summary = summarizeStats(turn, cost).join(' · ') || 'Details'
  return (
    <Popover.Root>
      <Popover.Trigger className="group flex min-h-6 min-w-0 items-center gap-1 rounded-sm px-1.5 text-left text-faint text-xs tabular-nums hover:bg-hover hover:text-ink data-[state=open]:bg-hover">
        {summary}
        {listSurprises(turn).map(({ name, value }) => (
          <span key={name} className="min-w-0 text-warn [overflow-wrap:anywhere]">
            <span aria-hidden="true">· </span>
            <span className="sr-only">{name}: </span>
            {value}
          </span>
        ))}
        <ChevronDown
          size={12}
          aria-hidden="true"
          className="shrink-0 transition-transform group-data-[state=open]:rotate-180"
        />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label="Response details"
          className="z-60 max-h-(--radix-popover-content-available-height) min-w-64 max-w-[calc(100vw-16px)] animate-appear overflow-y-auto rounded-lg border border-line bg-raised py-1 shadow-raised [&>dl]:border-t-0!"
        >
          <StatList label="Metrics" stats={stats} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** One line each, so that rows align across columns. */
export function StatList({ label, stats }: { label: string; stats: readonly Stat[] }) {
  return (
    <dl aria-label={label} className="border-line px-4 not-empty:border-t not-empty:py-2">
      {stats.map(({ name, value }) => (
        <div key={name} className="flex h-5 items-center justify-between gap-3 text-xs">
          <dt className="whitespace-nowrap text-faint">{name}</dt>
          <dd className="selectable min-w-0 truncate text-soft tabular-nums" title={value ?? undefined}>
            {value ?? '–'}
          </dd>
        </div>
      ))}
    </dl>
  )
}
