// One prompt of the user's.
import { RotateCcw } from 'lucide-react'
import type { Turn } from '#shared/schemas/chat'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { regenerateAnswer } from '../../../state/chat-actions'
import { isRunning } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'
import { RawTurn } from './RawTurn'
import { TurnActions } from './TurnActions'
import { TurnEditor } from './TurnEditor'
import { TurnParts } from './TurnParts'
import { tellFailure } from './tell-failure'
import { useTurnEdit } from './turn-edits'
import { useRawView } from './turn-view'

export function Prompt({ turn, isLast }: { turn: Turn; isLast: boolean }) {
  const texts = useTurnEdit(turn.id)
  const raw = useRawView(turn.id)
  if (texts) return <TurnEditor turn={turn} texts={texts} />
  return (
    <article aria-label="Your prompt" className="flex flex-col items-end gap-1">
      <div className="flex max-w-[88%] flex-col gap-2 rounded-xl border border-line bg-sunken px-4 py-2">
        {raw ? <RawTurn turn={turn} view={raw} /> : <TurnParts parts={turn.parts} from="user" />}
        {!raw && <SentResults parts={turn.parts} />}
      </div>
      <TurnActions turn={turn} shown={isLast} />
      {isLast && <AskAgain turn={turn} />}
    </article>
  )
}

/** All its answers were deleted. */
function AskAgain({ turn: { conversationId, id } }: { turn: Turn }) {
  const isBusy = useChat(conversationId, isRunning)
  if (isBusy) return null
  return (
    <Notice
      tone="quiet"
      title="This prompt has no answer."
      actions={
        <Button size="small" onClick={() => regenerateAnswer(conversationId, id).catch(tellFailure)}>
          <RotateCcw size={14} aria-hidden="true" />
          Get an answer
        </Button>
      }
    />
  )
}

/** The results themselves stand beside their calls. */
function SentResults({ parts }: Pick<Turn, 'parts'>) {
  const names = parts.flatMap(({ functionResponse }) => functionResponse?.name ?? [])
  if (names.length === 0) return null
  return (
    <p className="text-soft">
      {names.length === 1 ? 'Result sent: ' : `${names.length} results sent: `}
      <span className="selectable font-mono text-sm">{names.join(', ')}</span>
    </p>
  )
}
