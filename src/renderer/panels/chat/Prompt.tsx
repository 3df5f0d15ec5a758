// One prompt of the user's.
import type { Turn } from '#shared/schemas/chat'
import { TurnParts } from './TurnParts'

export function Prompt({ turn }: { turn: Turn }) {
  return (
    <article
      aria-label="Your prompt"
      className="flex max-w-[88%] flex-col gap-2 self-end rounded-xl border border-line bg-sunken px-4 py-2"
    >
      <TurnParts parts={turn.parts} asTyped />
    </article>
  )
}
