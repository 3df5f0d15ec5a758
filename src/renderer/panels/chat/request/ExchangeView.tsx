// The exchange behind an answer: what went through the gateway, both ways, and when.
import { useQuery } from '@tanstack/react-query'
import { Network } from 'lucide-react'
import type { Turn } from '#shared/schemas/chat'
import type { Exchange } from '#shared/schemas/exchange'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { EmptyState } from '../../../components/EmptyState'
import { Notice } from '../../../components/Notice'
import { Skeleton } from '../../../components/Skeleton'
import { ExchangeBody } from './ExchangeBody'
import { ExchangeHeaders } from './ExchangeHeaders'
import { ExchangeSummary } from './ExchangeSummary'
import { whyNoExchange } from './exchange-facts'
import { StreamTimeline } from './StreamTimeline'

/** Milliseconds between two looks for the exchange of a call that is under way. */
const lookAgain = 1000

export function ExchangeView({ turn }: { turn: Turn }) {
  const { exchangeId } = turn
  const { data, error } = useQuery({
    ...queries.exchanges.read.queryOptions({ input: { id: exchangeId ?? '' } }),
    enabled: exchangeId !== null,
    // Once it is kept, an exchange never changes.
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state }) => (turn.state === 'running' && !state.data ? lookAgain : false),
  })
  if (error) {
    return (
      <div className="p-5">
        <Notice tone="danger" title="The exchange cannot be read.">
          {describeError(error)}
        </Notice>
      </div>
    )
  }
  if (exchangeId === null || data === null) {
    return (
      <EmptyState icon={Network} title="No exchange">
        <p>{whyNoExchange(turn)}</p>
      </EmptyState>
    )
  }
  if (!data) {
    return <Skeleton label="Loading the exchange" widths={['72%', '56%', '90%', '84%']} className="p-5" />
  }
  return <KeptExchange exchange={data} />
}

function KeptExchange({ exchange }: { exchange: Exchange }) {
  const { requestHeaders, requestBody, requestBytes } = exchange
  const { responseHeaders, responseBody, responseBytes } = exchange
  return (
    <section
      aria-label="Exchange"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-5 focus-visible:outline-offset-[-2px]"
    >
      <ExchangeSummary exchange={exchange} />
      <StreamTimeline exchange={exchange} />
      <Direction name="Request">
        <ExchangeHeaders name="Request headers" headers={requestHeaders} />
        <ExchangeBody name="Request body" text={requestBody} bytes={requestBytes} />
      </Direction>
      <Direction name="Response">
        <ExchangeHeaders name="Response headers" headers={responseHeaders} />
        <ExchangeBody name="Response body" text={responseBody} bytes={responseBytes} />
      </Direction>
      <p className="text-faint text-sm">
        Keys are never written into the log; of pictures, sound and film it keeps the length.
      </p>
    </section>
  )
}

function Direction({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <section aria-label={name} className="flex flex-col gap-2">
      <h3 className="border-line border-b pb-1 font-semibold">{name}</h3>
      {children}
    </section>
  )
}
