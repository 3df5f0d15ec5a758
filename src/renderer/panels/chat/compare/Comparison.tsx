// Answers of several models to one prompt, side by side, until the user keeps one of them.
import { Check, Square } from 'lucide-react'
import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Turn } from '#shared/schemas/chat'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { CopyButton } from '../../../components/CopyButton'
import { joinClasses } from '../../../components/join-classes'
import { useModelName } from '../../../models/use-models'
import { readText } from '../../../state/answer-text'
import { stopAnswer } from '../../../state/chat-actions'
import { focusPrompt } from '../../../state/focus-requests'
import { findTurn } from '../../../state/fold-chat'
import { useChat, useTurn } from '../../../state/live-chat'
import { RequestActions } from '../request/RequestActions'
import { AnswerBody, AnswerEnd } from '../thread/Answer'
import { StatList } from '../thread/AnswerStats'
import { listStats, type Stat } from '../thread/answer-stats'
import { AlternateSwitcher } from '../thread/TurnActions'
import { listDifferences } from './comparison-columns'

interface ComparisonProps {
  /** The answer on the branch. */
  readonly turn: Turn
  /** Ids of all compared answers. */
  readonly columns: readonly string[]
}

export function Comparison({ turn, columns }: ComparisonProps) {
  const { conversationId } = turn
  const parameters = useChat(
    conversationId,
    useShallow((chat) => columns.map((id) => findTurn(chat, id)?.parameters ?? null)),
  )
  const differences = useMemo(() => listDifferences(parameters), [parameters])
  const hasOthers = useChat(conversationId, (chat) => chat.alternates[turn.id]?.length ?? 0) > columns.length
  return (
    <section aria-label="Compared responses" className="flex min-w-0 flex-col gap-2">
      <header className="flex min-h-6 flex-wrap items-center gap-x-3 text-faint text-sm">
        <h2 className="font-medium text-soft">Comparing {columns.length} responses</h2>
        <p>Keep one to continue. The others stay as versions.</p>
        {hasOthers && <AlternateSwitcher turn={turn} />}
      </header>
      {/* biome-ignore lint/a11y/useSemanticElements: these are not form fields. */}
      <div
        role="group"
        aria-label="Responses"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
        tabIndex={0}
        className="overflow-x-auto rounded-lg border border-line"
      >
        <div
          className="grid"
          style={{
            gridTemplateColumns: `repeat(${columns.length}, minmax(260px, 1fr))`,
            gridTemplateRows: 'auto auto 1fr auto auto',
          }}
        >
          {columns.map((id, index) => (
            <ComparisonColumn
              key={id}
              conversationId={conversationId}
              turnId={id}
              differences={differences[index] ?? []}
              column={index + 1}
              columns={columns.length}
            />
          ))}
        </div>
      </div>
    </section>
  )
}

interface ComparisonColumnProps {
  readonly conversationId: string
  readonly turnId: string
  readonly differences: readonly Stat[]
  /** Starts at 1. */
  readonly column: number
  readonly columns: number
}

/** Five grid cells, so that their heights match those of the other columns. */
function ComparisonColumn(props: ComparisonColumnProps) {
  const { conversationId, turnId, differences, column, columns } = props
  const turn = useTurn(conversationId, turnId)
  const modelName = useModelName(turn?.model ?? null)
  if (!turn) return null
  // The button disappears with the column, so the prompt gets the focus.
  const selectAnswer = () => desktop.chat.selectAnswer({ conversationId, turnId }).then(focusPrompt)
  const cells = [
    <header key="head" className="flex h-10 items-center gap-2 border-line border-b bg-sunken px-4">
      <p className="min-w-0 truncate font-medium">{modelName}</p>
      {turn.upstream === 'demo' && <Badge>Demo</Badge>}
      {turn.state === 'running' && (
        <Button
          size="small"
          className="ml-auto"
          onClick={() => toastOutcome(stopAnswer(conversationId, turnId))}
        >
          <Square size={10} aria-hidden="true" fill="currentColor" />
          Stop
        </Button>
      )}
    </header>,
    <StatList key="parameters" label="Different parameters" stats={differences} />,
    <div key="answer" className="flex min-w-0 flex-col gap-2 px-4 py-3">
      <AnswerBody turn={turn} isLast={false} />
      <AnswerEnd turn={turn} isReadOnly />
    </div>,
    <StatList key="stats" label="Metrics" stats={listStats(turn)} />,
    <footer key="actions" className="flex h-11 items-center gap-1 border-line border-t px-3">
      <Button size="small" onClick={() => toastOutcome(selectAnswer())}>
        <Check size={14} aria-hidden="true" />
        Keep this
      </Button>
      <span className="ml-auto" />
      <CopyButton label="Copy response" text={() => readText(turn)} />
      <RequestActions turn={turn} />
    </footer>,
  ]
  return (
    // The cells must be direct children of the grid to share their heights with the other columns.
    <article
      aria-label={`Response ${column} of ${columns}: ${modelName}`}
      aria-busy={turn.state === 'running'}
      className="contents"
    >
      {cells.map((cell, index) => (
        <div
          key={cell.key}
          style={{ gridColumn: column, gridRow: index + 1 }}
          className={joinClasses('min-w-0 border-line', column > 1 && 'border-l')}
        >
          {cell}
        </div>
      ))}
    </article>
  )
}
