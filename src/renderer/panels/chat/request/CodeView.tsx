// The request for an answer, as code that sends it again.
import { useQuery } from '@tanstack/react-query'
import type { Turn } from '#shared/schemas/chat'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { Notice } from '../../../components/Notice'
import { Skeleton } from '../../../components/Skeleton'
import { RequestCode } from '../../../exchange/RequestCode'

export function CodeView({ turn }: { turn: Turn }) {
  const { conversationId, id: turnId } = turn
  const request = useQuery(queries.chat.request.queryOptions({ input: { conversationId, turnId } }))
  const status = useQuery(queries.application.status.queryOptions())
  const error = request.error ?? status.error
  if (error) {
    return (
      <div className="p-5">
        <Notice tone="danger" title="Couldn’t generate the code">
          {describeError(error)}
        </Notice>
      </div>
    )
  }
  if (!request.data || !status.data) {
    return <Skeleton label="Loading request…" widths={['48%', '92%', '84%', '70%']} className="p-5" />
  }
  const { url, requestedPort } = status.data.gateway
  return <RequestCode request={request.data} baseUrl={url ?? `http://127.0.0.1:${requestedPort}`} />
}
