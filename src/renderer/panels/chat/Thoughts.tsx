// What the model thought before it answered, folded away.
import type { Turn } from '#shared/schemas/chat'
import { Disclosure } from '../../kit/Disclosure'
import { formatCount, formatDuration } from '../../kit/format'
import { readThoughts } from '../../session/finished-turns'
import { useLiveChats } from '../../session/live-chat'
import type { ThinkingSpan } from '../../session/thinking-span'
import { Markdown } from './Markdown'

export function Thoughts({ turn }: { turn: Turn }) {
  const span = useLiveChats(({ thinking }) => thinking[turn.id])
  const thoughts = readThoughts(turn)
  if (!thoughts) return null
  return (
    <Disclosure summary={describeThinking(span, turn.usage?.thoughtsTokenCount)}>
      <div className="mt-1 mb-2 ml-1.5 border-line border-l-2 pl-4 text-soft [&_.markdown]:text-base [&_.markdown]:leading-5">
        <Markdown text={thoughts} />
      </div>
    </Disclosure>
  )
}

/** The time is known only to who was watching. */
function describeThinking(span: ThinkingSpan | undefined, tokens: number | undefined): string {
  if (span && span.until === null) return 'Thinking…'
  if (span?.until) return `Thought for ${formatDuration(span.until - span.from)}`
  return tokens === undefined ? 'Thoughts' : `Thoughts (${formatCount(tokens)} tokens)`
}
