// Two lines under a picture: its pixels beside what was asked, its size, time and tokens.
import type { Turn } from '#shared/schemas/chat'
import { joinClasses } from '../../../components/join-classes'
import { describeAsked, describePixels, isOff, listFigures } from './figures'
import { readVariation } from './read-variation'
import { usePictureFacts } from './use-picture-facts'

/** They have their height from the start, so that nothing moves when the figures come. */
export function VariationFigures({ turn, isSeen }: { turn: Turn; isSeen: boolean }) {
  const picture = readVariation(turn).pictures.at(-1) ?? null
  const isOver = turn.state !== 'running'
  const facts = usePictureFacts(isOver && isSeen ? picture : null)
  const asked = turn.parameters ?? {}
  const off = facts !== undefined && isOff(asked, facts)
  const first = [facts && describePixels(facts), describeAsked(asked)].filter(Boolean).join(', ')
  const second = isOver ? listFigures(turn, facts).join(' · ') : ''
  return (
    <div className="selectable flex h-8 flex-col text-faint text-xs tabular-nums">
      <span className={joinClasses('h-4 truncate', off && 'text-warn')} title={first}>
        {first}
        {off && <span className="sr-only"> (not as asked)</span>}
      </span>
      <span className="h-4 truncate" title={second}>
        {second}
      </span>
    </div>
  )
}
