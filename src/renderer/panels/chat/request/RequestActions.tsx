// Buttons that open a dialog with the exchange of an answer, or its request as code.
import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, CodeXml, Network } from 'lucide-react'
import { useState } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { Dialog } from '../../../components/Dialog'
import { EmptyState } from '../../../components/EmptyState'
import { IconButton } from '../../../components/IconButton'
import { Notice } from '../../../components/Notice'
import { Skeleton } from '../../../components/Skeleton'
import { Tabs } from '../../../components/Tabs'
import { RequestCode } from '../../../exchange/RequestCode'
import { StoredExchange } from '../../../exchange/StoredExchange'

export function RequestActions({ turn }: { turn: Turn }) {
  const [view, setView] = useState('exchange')
  const [open, setOpen] = useState(false)
  const show = (next: string) => {
    setView(next)
    setOpen(true)
  }
  return (
    <>
      <IconButton size="small" label="View request" icon={ArrowLeftRight} onClick={() => show('exchange')} />
      <IconButton size="small" label="View code" icon={CodeXml} onClick={() => show('code')} />
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Request"
        className="top-[6vh]! h-[88vh] max-h-none! w-[min(960px,calc(100vw-48px))]!"
      >
        <Tabs
          label="Request views"
          value={view}
          onChange={setView}
          tabs={[
            { id: 'exchange', name: 'HTTP log', content: <ExchangeView turn={turn} /> },
            { id: 'code', name: 'Code', content: <CodeView turn={turn} /> },
          ]}
        />
      </Dialog>
    </>
  )
}

function CodeView({ turn }: { turn: Turn }) {
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

/** While the request is running. */
const pollIntervalMs = 1000

function ExchangeView({ turn }: { turn: Turn }) {
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
