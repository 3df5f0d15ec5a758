// The open request beside the list: headers and bodies are read from the log once it has ended.
import { useQuery } from '@tanstack/react-query'
import { Terminal, X } from 'lucide-react'
import type { ExchangeSummary } from '#shared/schemas/exchange'
import { queries } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { formatBytes, formatDuration } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { Skeleton } from '../../../components/Skeleton'
import { useNow } from '../../../components/use-now'
import { StoredExchange } from '../../../exchange/StoredExchange'
import { ReadErrorNotice } from '../../../notices/ReadErrorNotice'
import { useKeys } from '../../../state/keymap'
import { stopRequest } from './LogRow'
import { changeLogView } from './log-view'
import { openSent } from './request-log'
import { copyCurl } from './request-selection'

/** Bodies are large: those of requests that were looked at before are read again. */
const cachedMs = 10_000

interface RequestDetailProps {
  readonly exchange: ExchangeSummary
}

/** Closes the detail. */
export function closeRequest() {
  changeLogView({ opened: null })
  document.querySelector<HTMLElement>('[data-request-list]')?.focus()
}

export function RequestActions({ exchange }: RequestDetailProps) {
  return (
    <IconButton
      size="small"
      label="Copy as curl"
      keys={useKeys('request.copyCurl')}
      icon={Terminal}
      disabled={!exchange.hasDetail}
      onClick={() => toastOutcome(copyCurl(exchange), 'Couldn’t copy')}
    />
  )
}

export function DetailHeader({ exchange }: RequestDetailProps) {
  return (
    <header className="flex h-9 shrink-0 items-center gap-1 border-line border-b pr-2 pl-5">
      <h2 className="min-w-0 flex-1 truncate font-semibold">Request</h2>
      <RequestActions exchange={exchange} />
      <IconButton size="small" label="Close request" keys="escape" icon={X} onClick={closeRequest} />
    </header>
  )
}

export function RequestDetail({ exchange }: RequestDetailProps) {
  const { id, outcome, hasDetail } = exchange
  const isRunning = outcome === 'running'
  const { data, error, refetch } = useQuery({
    ...queries.exchanges.read.queryOptions({ input: { id } }),
    enabled: !isRunning,
    gcTime: cachedMs,
  })
  if (isRunning) return <RunningRequest exchange={exchange} />
  if (data) return <StoredExchange key={id} exchange={data} onSent={openSent} />
  if (error) {
    return (
      <div className="p-5">
        <ReadErrorNotice title="Couldn’t load the request" error={error} onRetry={refetch} />
      </div>
    )
  }
  if (data === undefined)
    return <Skeleton label="Loading request…" widths={['72%', '56%', '90%']} className="p-5" />
  return (
    <p className="p-5 text-soft">
      {hasDetail
        ? 'This request is no longer in the log.'
        : 'Headers and bodies were deleted to keep the log within its size, or were never received.'}
    </p>
  )
}

function RunningRequest({ exchange }: RequestDetailProps) {
  const { id, method, path, startedAt, responseBytes, firstByte } = exchange
  const now = useNow(1_000)
  return (
    <div className="flex flex-col items-start gap-3 p-5">
      <p className="selectable font-mono text-sm [overflow-wrap:anywhere]">
        {method} {path}
      </p>
      <p className="text-soft tabular-nums">
        {[
          `In progress for ${formatDuration(Math.max(0, now - startedAt))}`,
          firstByte === null ? 'Waiting for the response' : `${formatBytes(responseBytes)} received`,
        ].join(' · ')}
      </p>
      <p className="text-faint text-sm">Headers and bodies are logged when the request ends.</p>
      <Button onClick={() => stopRequest(id)}>Stop request</Button>
    </div>
  )
}
