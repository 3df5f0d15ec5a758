// One answer: its thoughts, its text, how it ended, and its figures.
import type { Turn } from '#shared/schemas/chat'
import { Badge } from '../../../components/Badge'
import { AnswerBody } from './AnswerBody'
import { AnswerEnd } from './AnswerEnd'
import { AnswerFooter } from './AnswerFooter'
import { isMadeByDemo } from './made-by-demo'
import { TurnEditor } from './TurnEditor'
import { useTurnEdit } from './turn-edits'

interface AnswerProps {
  readonly turn: Turn
  readonly modelName: string
  /** Of the branch. */
  readonly isLast: boolean
}

export function Answer({ turn, modelName, isLast }: AnswerProps) {
  const texts = useTurnEdit(turn.id)
  if (texts) return <TurnEditor turn={turn} texts={texts} />
  return (
    <article aria-label="Answer" aria-busy={turn.state === 'running'} className="flex flex-col gap-2">
      <header className="flex h-6 items-center gap-2 text-faint text-sm">
        <h2 className="font-medium text-soft">{modelName}</h2>
        {isMadeByDemo(turn) && <Badge>Demo</Badge>}
        {turn.edited && <Badge>Edited by you</Badge>}
      </header>
      <AnswerBody turn={turn} isLast={isLast} />
      <AnswerEnd turn={turn} />
      <AnswerFooter turn={turn} isLast={isLast} />
    </article>
  )
}
