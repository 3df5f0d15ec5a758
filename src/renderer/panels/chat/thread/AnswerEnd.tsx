// How an answer ended, if that is unusual, and what can be done about it.
import { Play, RotateCcw, Settings } from 'lucide-react'
import type { Turn } from '#shared/schemas/chat'
import { tellOutcome } from '../../../api/tell-outcome'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { RetryTime } from '../../../components/RetryTime'
import { UnsavedNotice } from '../../../notices/UnsavedNotice'
import { continueAnswer, regenerateAnswer } from '../../../state/chat-verbs'
import { isRunning } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'
import { openPanel } from '../../../state/navigation'
import { wishToWrite } from '../../../state/prompt-focus'
import { canContinue, toAnswerNotice } from './answer-notice'

/** Compared answers are read-only, because one of them has to be kept first. */
export function AnswerEnd({ turn, isReadOnly = false }: { turn: Turn; isReadOnly?: boolean }) {
  const notice = toAnswerNotice(turn)
  const isBusy = useChat(turn.conversationId, isRunning)
  const unsaved = (
    <UnsavedNotice owner={turn.id} what="Response" media={listMedia(turn)} isNarrow={isReadOnly} />
  )
  if (!notice) return unsaved
  const { conversationId, id } = turn
  const actions = !isReadOnly && (
    <>
      {notice.action === 'settings' && (
        <Button size="small" look="quiet" onClick={() => openPanel('settings')}>
          <Settings size={14} aria-hidden="true" />
          Open Settings
        </Button>
      )}
      {notice.action && (
        <Button
          size="small"
          look={canContinue(turn) ? 'quiet' : 'plain'}
          disabled={isBusy}
          // The button disappears with the notice.
          onClick={() => tellOutcome(regenerateAnswer(conversationId, id).then(wishToWrite))}
        >
          <RotateCcw size={14} aria-hidden="true" />
          Retry
        </Button>
      )}
      {canContinue(turn) && (
        <Button
          size="small"
          disabled={isBusy}
          onClick={() => tellOutcome(continueAnswer(conversationId, id).then(wishToWrite))}
        >
          <Play size={14} aria-hidden="true" />
          Continue
        </Button>
      )}
    </>
  )
  return (
    <>
      {unsaved}
      <Notice tone={notice.tone} title={notice.title} actions={actions}>
        {notice.explanation && <p>{notice.explanation}</p>}
        {notice.detail && <p>Message from the provider: “{notice.detail}”</p>}
        {notice.advice && <p>{notice.advice}</p>}
        {notice.retryAt !== undefined && <RetryTime at={notice.retryAt} />}
      </Notice>
    </>
  )
}

function listMedia({ parts }: Turn): string[] {
  return parts.flatMap(({ inlineData }) => (typeof inlineData?.media === 'string' ? [inlineData.media] : []))
}
