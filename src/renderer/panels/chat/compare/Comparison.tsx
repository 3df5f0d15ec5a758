// Answers of several models to one prompt, side by side, until the user keeps one of them.
import { Check, Diff, Square, X } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Turn } from '#shared/schemas/chat'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { CopyButton } from '../../../components/CopyButton'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { compareTexts, TextChanges } from '../../../components/TextChanges'
import { describeTurnCost, usePrices } from '../../../models/prices'
import { useModelName } from '../../../models/use-models'
import { readText } from '../../../state/answer-text'
import { focusPrompt } from '../../../state/focus-requests'
import { findTurn } from '../../../state/fold-chat'
import { fetchVersions, useChat, useTurn } from '../../../state/live-chat'
import { toPlainText } from '../markdown/plain-text'
import { RequestActions } from '../request/RequestActions'
import { AnswerBody, AnswerEnd, StatList } from '../thread/Answer'
import { listStats, type Stat } from '../thread/answer-stats'
import { AlternateSwitcher } from '../thread/TurnActions'
import { compareVersions, listDifferences, listVersions } from './comparison-columns'

interface ComparisonProps {
  /** The answer on the branch. */
  readonly turn: Turn
  /** Ids of all compared answers. */
  readonly columns: readonly string[]
  /** One of the answers was kept before; the user compares them once more. */
  readonly isReviewed: boolean
}

export function Comparison({ turn, columns, isReviewed }: ComparisonProps) {
  const { conversationId } = turn
  const parameters = useChat(
    conversationId,
    useShallow((chat) => columns.map((id) => findTurn(chat, id)?.parameters ?? null)),
  )
  const differences = useMemo(() => listDifferences(parameters), [parameters])
  const versions = useChat(conversationId, (chat) => listVersions(chat, turn.id))
  const isRunning = useChat(conversationId, (chat) => columns.some((id) => chat.running.has(id)))
  const [hasDiff, setHasDiff] = useState(false)
  const [selectedBase, setBase] = useState(0)
  const base = Math.min(selectedBase, columns.length - 1)
  const baseId = hasDiff && !isRunning ? columns[base] : undefined
  useEffect(() => fetchVersions(conversationId, columns), [conversationId, columns])
  const close = () => {
    compareVersions(versions, false)
    focusPrompt()
  }
  return (
    <section aria-label="Compared responses" className="flex min-w-0 flex-col gap-2">
      <header className="flex min-h-6 flex-wrap items-center gap-x-3 text-faint text-sm">
        <h2 className="font-medium text-soft">Comparing {columns.length} responses</h2>
        <p>
          {isReviewed
            ? 'Keep one to continue from it.'
            : 'Keep one to continue. The others stay as versions.'}
        </p>
        {versions.length > columns.length && <AlternateSwitcher turn={turn} />}
        <span className="ml-auto flex flex-wrap items-center gap-2">
          {baseId !== undefined && columns.length > 2 && (
            <SegmentedControl
              label="Response to compare with"
              value={String(base)}
              options={columns.map((_, index) => ({ value: String(index), name: `With ${index + 1}` }))}
              onChange={(value) => setBase(Number(value))}
            />
          )}
          <Button
            size="small"
            variant="quiet"
            aria-pressed={hasDiff}
            disabled={isRunning}
            className="aria-pressed:bg-accent-wash aria-pressed:text-accent"
            onClick={() => setHasDiff(!hasDiff)}
          >
            <Diff size={14} aria-hidden="true" />
            Show differences
          </Button>
          {isReviewed && <IconButton size="small" label="Close comparison" icon={X} onClick={close} />}
        </span>
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
            gridTemplateColumns: `repeat(${columns.length}, minmax(224px, 1fr))`,
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
              baseId={baseId}
              base={base + 1}
              currentId={isReviewed ? turn.id : undefined}
              onClose={close}
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
  /** The answer whose differences are shown; undefined if all are shown as they are. */
  readonly baseId: string | undefined
  /** Its column. */
  readonly base: number
  /** The answer on the branch, if one was kept before. */
  readonly currentId: string | undefined
  readonly onClose: () => void
}

/** Five grid cells, so that their heights match those of the other columns. */
function ComparisonColumn(props: ComparisonColumnProps) {
  const { conversationId, turnId, differences, column, columns, baseId, base, currentId, onClose } = props
  const turn = useTurn(conversationId, turnId)
  const modelName = useModelName(turn?.model ?? null)
  const prices = usePrices()
  if (!turn) return null
  // The same lines in all columns, also while one of them is running.
  const cost = prices.entries.length === 0 ? undefined : (describeTurnCost(turn, prices) ?? null)
  const selectAnswer = async () => {
    // The button disappears with the column, so the prompt gets the focus.
    if (currentId === undefined)
      return desktop.chat.selectAnswer({ conversationId, turnId }).then(focusPrompt)
    if (turnId !== currentId) await desktop.chat.switch({ conversationId, turnId })
    onClose()
  }
  const cells = [
    <header key="head" className="flex h-10 items-center gap-2 border-line border-b bg-sunken px-4">
      <p className="min-w-0 truncate font-medium">{modelName}</p>
      {turnId === currentId && <Badge>Current</Badge>}
      {turn.upstream === 'demo' && <Badge>Demo</Badge>}
      {turn.state === 'running' && (
        <Button
          size="small"
          className="ml-auto"
          onClick={() => toastOutcome(desktop.chat.stop({ conversationId, turnId }))}
        >
          <Square size={10} aria-hidden="true" fill="currentColor" />
          Stop
        </Button>
      )}
    </header>,
    <StatList key="parameters" label="Different parameters" stats={differences} />,
    <div key="answer" className="flex min-w-0 flex-col gap-2 px-4 py-3">
      {baseId === undefined ? (
        <AnswerBody turn={turn} isLast={false} />
      ) : (
        <Differences turn={turn} baseId={baseId} base={base} />
      )}
      <AnswerEnd turn={turn} isReadOnly />
    </div>,
    <StatList key="stats" label="Metrics" stats={listStats(turn, cost)} />,
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

interface DifferencesProps {
  readonly turn: Turn
  readonly baseId: string
  readonly base: number
}

/** JSON of a structured response has no formatting. */
function readPlainText(turn: Turn): string {
  const text = readText(turn)
  return turn.parameters?.structured?.on ? text : toPlainText(text)
}

/** Without formatting, which would hide where the texts differ. */
function Differences({ turn, baseId, base }: DifferencesProps) {
  const other = useTurn(turn.conversationId, baseId)
  const text = readPlainText(turn)
  const before = other ? readPlainText(other) : ''
  const passages = useMemo(() => compareTexts(before, text), [before, text])
  const isBase = turn.id === baseId
  const isSame = passages.every(({ kind }) => kind === 'same')
  return (
    <>
      <p className="text-faint text-sm">
        {isBase
          ? 'The others are compared with this text.'
          : isSame
            ? `Same text as response ${base}`
            : `Differences from response ${base}`}
      </p>
      <p dir="auto" className="selectable whitespace-pre-wrap leading-6 [overflow-wrap:anywhere]">
        <TextChanges passages={passages} />
      </p>
    </>
  )
}
