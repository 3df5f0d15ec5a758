// What the model thought before it answered, folded away.
import { memo } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { Disclosure } from '../../../components/Disclosure'
import { readThoughts } from '../../../state/answer-text'
import { Markdown } from '../markdown/Markdown'
import { describeThinking } from './describe-thinking'

export function Thoughts({ turn }: { turn: Turn }) {
  const thoughts = readThoughts(turn)
  return thoughts ? <FoldedThoughts summary={describeThinking(turn)} thoughts={thoughts} /> : null
}

/** Drawn no more once the answer itself grows. */
const FoldedThoughts = memo(function FoldedThoughts(props: { summary: string; thoughts: string }) {
  return (
    <Disclosure summary={props.summary}>
      <div className="mt-1 mb-2 ml-1.5 border-line border-l-2 pl-4 text-soft [&_.markdown]:text-base [&_.markdown]:leading-5">
        <Markdown text={props.thoughts} />
      </div>
    </Disclosure>
  )
})
