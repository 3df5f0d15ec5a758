// One of the compared answers: five cells of a grid, so that its lines stand beside those of the others.
import { Check, Square } from 'lucide-react'
import type { Turn } from '#shared/schemas/chat'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { CopyButton } from '../../../components/CopyButton'
import { joinClasses } from '../../../components/join-classes'
import { readText } from '../../../state/answer-text'
import { keepAnswer, stopAnswer } from '../../../state/chat-actions'
import { focusPrompt } from '../../../state/focus-requests'
import { useTurn } from '../../../state/live-chat'
import { AnswerBody } from '../thread/AnswerBody'
import { AnswerEnd } from '../thread/AnswerEnd'
import { listFigures } from '../thread/answer-figures'
import { isMadeByDemo } from '../thread/made-by-demo'
import { RequestActions } from '../thread/RequestActions'
import { tellFailure } from '../thread/tell-failure'
import type { Difference } from './differing-parameters'
import { FigureLines } from './FigureLines'

interface ComparisonColumnProps {
  readonly conversationId: string
  readonly turnId: string
  readonly differences: readonly Difference[]
  /** From 1. */
  readonly column: number
  readonly columns: number
  readonly toModelName: (model: string | null) => string
}

export function ComparisonColumn(props: ComparisonColumnProps) {
  const { conversationId, turnId, differences, column, columns, toModelName } = props
  const turn = useTurn(conversationId, turnId)
  if (!turn) return null
  const modelName = toModelName(turn.model)
  const cells = [
    <ColumnHead key="head" turn={turn} modelName={modelName} />,
    <FigureLines key="parameters" label="Parameters that differ" figures={differences} />,
    <div key="answer" className="flex min-w-0 flex-col gap-2 px-4 py-3">
      <AnswerBody turn={turn} isLast={false} />
      <AnswerEnd turn={turn} tellsOnly />
    </div>,
    <FigureLines key="figures" label="Figures" figures={listFigures(turn)} />,
    <ColumnActions key="actions" turn={turn} />,
  ]
  return (
    // Its cells are the grid's own: only so do they share their heights with those of the others.
    <article
      aria-label={`Answer ${column} of ${columns}: ${modelName}`}
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

function ColumnHead({ turn, modelName }: { turn: Turn; modelName: string }) {
  return (
    <header className="flex h-10 items-center gap-2 border-line border-b bg-sunken px-4">
      <p className="min-w-0 truncate font-medium">{modelName}</p>
      {isMadeByDemo(turn) && <Badge>Demo</Badge>}
      {turn.state === 'running' && (
        <Button
          size="small"
          className="ml-auto"
          onClick={() => stopAnswer(turn.conversationId, turn.id).catch(tellFailure)}
        >
          <Square size={10} aria-hidden="true" fill="currentColor" />
          Stop
        </Button>
      )}
    </header>
  )
}

/** The button goes with the column: what follows is the next prompt. */
function keep({ conversationId, id }: Turn) {
  keepAnswer(conversationId, id).then(focusPrompt, tellFailure)
}

function ColumnActions({ turn }: { turn: Turn }) {
  return (
    <footer className="flex h-11 items-center gap-1 border-line border-t px-3">
      <Button size="small" onClick={() => keep(turn)}>
        <Check size={14} aria-hidden="true" />
        Keep this one
      </Button>
      <span className="ml-auto" />
      <CopyButton label="Copy answer" text={() => readText(turn)} />
      <RequestActions turn={turn} />
    </footer>
  )
}
