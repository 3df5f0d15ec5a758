// The place of a turn that is on its way, or did not come.
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { Skeleton } from '../../../components/Skeleton'
import { fetchAgain, useChat } from '../../../state/live-chat'
import { skeletonHeight } from './estimate-height'

export function TurnSkeleton({ conversationId, turnId }: { conversationId: string; turnId: string }) {
  const reason = useChat(conversationId, (chat) => chat.absent.get(turnId))
  return (
    <div style={{ minHeight: skeletonHeight }}>
      {reason === undefined ? (
        <Skeleton label="Loading a message" widths={['32%', '88%', '76%', '54%']} className="py-2" />
      ) : (
        <Notice
          tone="warn"
          title="This message could not be loaded."
          actions={
            <Button size="small" onClick={() => fetchAgain(conversationId, turnId)}>
              Try again
            </Button>
          }
        >
          {reason}
        </Notice>
      )}
    </div>
  )
}
