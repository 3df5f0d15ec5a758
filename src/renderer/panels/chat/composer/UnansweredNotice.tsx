// Says what happens to a last prompt without a response once the next one is sent.

import { hasResults } from '#shared/schemas/sent-turns'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { useChat } from '../../../state/live-chat'
import { useReplaced } from '../../../state/sent-turns'

interface UnansweredNoticeProps {
  readonly conversationId: string | null
  /** There is nothing to send yet. */
  readonly isEmpty: boolean
  readonly onSendBoth: () => void
}

/** Also shown for queued prompts, because the first of them is the next one. */
export function UnansweredNotice({ conversationId, isEmpty, onSendBoth }: UnansweredNoticeProps) {
  const replaced = useReplaced(conversationId)
  const isQueued = useChat(conversationId, (chat) => (chat.conversation?.queued.length ?? 0) > 0)
  const isShown = replaced !== null && (!isEmpty || isQueued)
  return (
    <div role="status" className="empty:hidden">
      {isShown &&
        (hasResults(replaced) ? (
          <Notice
            tone="quiet"
            title="The last function results have no response. The next prompt is sent with them."
          />
        ) : (
          <Notice
            tone="quiet"
            title="Your last prompt has no response. The next one replaces it."
            actions={
              !isEmpty && (
                <Button size="small" onClick={onSendBoth}>
                  Send both
                </Button>
              )
            }
          />
        ))}
    </div>
  )
}
