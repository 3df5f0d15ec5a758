// Answers of several models to one prompt, side by side, until one of them is kept.
import type { Turn } from '#shared/schemas/chat'
import { findTurn } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'
import { Alternates } from '../thread/Alternates'
import { ComparisonColumn } from './ComparisonColumn'
import { listDifferences } from './differing-parameters'

interface ComparisonProps {
  /** The one that the branch goes through. */
  readonly turn: Turn
  /** Ids of all of them, that one too. */
  readonly columns: readonly string[]
  readonly toModelName: (model: string | null) => string
}

export function Comparison({ turn, columns, toModelName }: ComparisonProps) {
  const { conversationId } = turn
  // Parameters of an answer never change, so their text is the same while the answers grow.
  const told = useChat(conversationId, (chat) =>
    JSON.stringify(listDifferences(columns.map((id) => findTurn(chat, id)?.parameters ?? null))),
  )
  // It was written above.
  const differences = JSON.parse(told) as ReturnType<typeof listDifferences>
  const others = useChat(conversationId, (chat) => chat.alternates[turn.id]?.length ?? 0) > columns.length
  return (
    <section aria-label="Compared answers" className="flex min-w-0 flex-col gap-2">
      <header className="flex min-h-6 flex-wrap items-center gap-x-3 text-faint text-sm">
        <h2 className="font-medium text-soft">{columns.length} answers compared</h2>
        <p>Keep one to go on with; the others stay as its versions.</p>
        {others && <Alternates turn={turn} />}
      </header>
      {/* biome-ignore lint/a11y/useSemanticElements: it is no fieldset of a form. */}
      <div
        role="group"
        aria-label="Columns"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
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
              toModelName={toModelName}
            />
          ))}
        </div>
      </div>
    </section>
  )
}
