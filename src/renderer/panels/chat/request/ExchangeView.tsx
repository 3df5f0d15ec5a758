// The exchange of an answer: request and response, with their times at the gateway.
import { useQuery } from '@tanstack/react-query'
import { Network } from 'lucide-react'
import type { Turn } from '#shared/schemas/chat'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { EmptyState } from '../../../components/EmptyState'
import { Notice } from '../../../components/Notice'
import { Skeleton } from '../../../components/Skeleton'
import { StoredExchange } from '../../../exchange/StoredExchange'

/** While the request is running. */
const pollIntervalMs = 1000

export function ExchangeView({ turn }: { turn: Turn }) {
  const { exchangeId } = turn
  const { data, error } = useQuery({
    ...queries.exchanges.read.queryOptions({ input: { id: exchangeId ?? '' } }),
    enabled: exchangeId !== null,
    // A stored exchange never changes.
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state }) => (turn.state === 'running' && !state.data ? pollIntervalMs : false),
  })
  if (error) {
    return (
      <div className="p-5">
        <Notice tone="danger" title="Couldn’t load the request log">
          {describeError(error)}
        </Notice>
      </div>
    )
  }
  if (exchangeId === null || data === null) {
    return (
      <EmptyState icon={Network} title="Not logged">
        <p>{describeMissingExchange(turn)}</p>
      </EmptyState>
    )
  }
  if (!data) {
    return <Skeleton label="Loading request log…" widths={['72%', '56%', '90%', '84%']} className="p-5" />
  }
  return <StoredExchange exchange={data} />
}

function describeMissingExchange(turn: Pick<Turn, 'state' | 'edited' | 'exchangeId'>): string {
  if (turn.edited) return 'You wrote this response, so no request was sent.'
  if (turn.state === 'running') return 'The request is still running. It’s logged when it finishes.'
  if (turn.exchangeId === null) return 'Not logged: the gateway never responded to this request.'
  return 'No longer in the log. Only the most recent requests are stored.'
}
