// How an answer ended, where that was not as usual, and what can be done about it.
import { Play, RotateCcw, Settings } from 'lucide-react'
import type { Turn } from '#shared/schemas/chat'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { RetryTime } from '../../../components/RetryTime'
import { UnsavedNotice } from '../../../notices/UnsavedNotice'
import { continueAnswer, regenerateAnswer } from '../../../state/chat-actions'
import { focusPrompt } from '../../../state/focus-requests'
import { isRunning } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'
import { openPanel } from '../../../state/navigation'
import { toAnswerNotice } from './answer-notice'
import { canContinue } from './can-continue'
import { tellFailure } from './tell-failure'

/** Compared answers are told only: one of them is kept before anything goes on. */
export function AnswerEnd({ turn, tellsOnly = false }: { turn: Turn; tellsOnly?: boolean }) {
  const notice = toAnswerNotice(turn)
  const isBusy = useChat(turn.conversationId, isRunning)
  const unsaved = (
    <UnsavedNotice owner={turn.id} what="Response" media={listMedia(turn)} isNarrow={tellsOnly} />
  )
  if (!notice) return unsaved
  const { conversationId, id } = turn
  const actions = !tellsOnly && (
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
          // The notice goes, and the button with it.
          onClick={() => regenerateAnswer(conversationId, id).then(focusPrompt, tellFailure)}
        >
          <RotateCcw size={14} aria-hidden="true" />
          Retry
        </Button>
      )}
      {canContinue(turn) && (
        <Button
          size="small"
          disabled={isBusy}
          onClick={() => continueAnswer(conversationId, id).then(focusPrompt, tellFailure)}
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
