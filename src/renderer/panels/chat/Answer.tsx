// One answer: its thoughts, its text, how it ended, and its figures.
import { RotateCcw, Settings } from 'lucide-react'
import { toast } from 'sonner'
import type { Turn } from '#shared/schemas/chat'
import { describeError } from '../../desktop/describe-error'
import { Badge } from '../../kit/Badge'
import { Button } from '../../kit/Button'
import { Notice } from '../../kit/Notice'
import { Skeleton } from '../../kit/Skeleton'
import { retryAnswer } from '../../session/chat-verbs'
import { openPanel } from '../../session/navigation'
import { AnswerFooter } from './AnswerFooter'
import { toAnswerNotice } from './answer-notice'
import { isMadeByDemo } from './made-by-demo'
import { Thoughts } from './Thoughts'
import { TurnParts } from './TurnParts'

interface AnswerProps {
  readonly turn: Turn
  readonly modelName: string
  /** Only the last answer of a branch can be tried again: a new one beside an older hides what follows it. */
  readonly isLast: boolean
}

export function Answer({ turn, modelName, isLast }: AnswerProps) {
  const isWaiting = turn.state === 'running' && turn.parts.length === 0
  return (
    <article aria-label="Answer" aria-busy={turn.state === 'running'} className="flex flex-col gap-2">
      <header className="flex h-6 items-center gap-2 text-faint text-sm">
        <span className="font-medium text-soft">{modelName}</span>
        {isMadeByDemo(turn) && <Badge>Demo</Badge>}
        {turn.modelVersion && (
          <span className="selectable ml-auto truncate font-mono text-xs">{turn.modelVersion}</span>
        )}
      </header>
      <Thoughts turn={turn} />
      {isWaiting && (
        <Skeleton label="Waiting for the first words" widths={['82%', '64%']} className="py-1.5" />
      )}
      <TurnParts parts={turn.parts} />
      <AnswerEnd turn={turn} isLast={isLast} />
      <AnswerFooter turn={turn} />
    </article>
  )
}

function AnswerEnd({ turn, isLast }: Pick<AnswerProps, 'turn' | 'isLast'>) {
  const notice = toAnswerNotice(turn)
  if (!notice) return null
  const retry = () => {
    retryAnswer(turn.conversationId, turn.id).catch((error) => toast.error(describeError(error)))
  }
  const actions = (notice.action === 'settings' || (notice.action && isLast)) && (
    <>
      {notice.action === 'settings' && (
        <Button size="small" look="quiet" onClick={() => openPanel('settings')}>
          <Settings size={14} aria-hidden="true" />
          Open Settings
        </Button>
      )}
      {isLast && (
        <Button size="small" onClick={retry}>
          <RotateCcw size={14} aria-hidden="true" />
          Retry
        </Button>
      )}
    </>
  )
  return (
    <Notice tone={notice.tone} title={notice.title} actions={actions}>
      {notice.advice}
    </Notice>
  )
}
