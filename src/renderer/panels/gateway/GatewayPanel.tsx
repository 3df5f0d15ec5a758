// The gateway's URL and the requests that went through it.
import { useQuery } from '@tanstack/react-query'
import { Network } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ExchangeSummary, RefusalCounts } from '#shared/schemas/exchange'
import { describeError } from '../../api/describe-error'
import { desktop, queries } from '../../api/desktop'
import { queryClient } from '../../api/query-client'
import { subscribeWithRetry } from '../../api/subscribe'
import { CopyButton } from '../../components/CopyButton'
import { EmptyState } from '../../components/EmptyState'
import { formatCount, formatTime } from '../../components/format'
import { Notice } from '../../components/Notice'
import { PanelHeader } from '../../components/PanelHeader'
import { Skeleton } from '../../components/Skeleton'
import { ExchangeDialog } from './ExchangeDialog'
import { ExchangeTable } from './ExchangeTable'
import { mergeChanges } from './merge-changes'

/** Only the newest requests are shown. */
const maxExchanges = 200

const queryOptions = queries.exchanges.list.queryOptions({
  input: { limit: maxExchanges },
  select: ({ live, rows }) => [...live, ...rows].sort((one, other) => other.startedAt - one.startedAt),
})

/** Returns an unsubscribe function. */
function subscribeToChanges(): () => void {
  const { queryKey } = queryOptions
  const reload = () => void queryClient.invalidateQueries({ queryKey })
  return subscribeWithRetry({
    open: (signal) => desktop.exchanges.watch(undefined, { signal }),
    // Changes before the subscription are unknown.
    onOpen: reload,
    onEvent: ({ changed, isIncomplete }) => {
      queryClient.setQueryData(queryKey, (page) => page && mergeChanges(page, changed, maxExchanges))
      if (isIncomplete) reload()
    },
  })
}

export function GatewayPanel() {
  const status = useQuery(queries.application.status.queryOptions())
  const exchanges = useQuery(queryOptions)
  useEffect(subscribeToChanges, [])
  const error = exchanges.error ?? status.error
  const url = status.data?.gateway.url
  return (
    <section aria-label="Gateway" className="flex h-full flex-col bg-canvas">
      <PanelHeader title="Gateway">
        {url && (
          <span className="flex items-center gap-1 font-mono text-soft text-sm">
            <span className="selectable">{url}</span>
            <CopyButton label="Copy gateway address" text={url} />
          </span>
        )}
      </PanelHeader>
      {error && (
        <div className="p-6">
          <Notice tone="danger" title="Couldn’t load requests">
            {describeError(error)}
          </Notice>
        </div>
      )}
      {status.data?.requestLogNotice && (
        <div className="px-6 pt-4 pb-3">
          <Notice tone="warn" title="Earlier requests aren’t shown">
            {status.data.requestLogNotice}
          </Notice>
        </div>
      )}
      {status.data && <RejectionNotice counts={status.data.refusals} />}
      {!exchanges.data && !error && (
        <Skeleton label="Loading requests…" widths={['92%', '86%', '90%']} className="p-6" />
      )}
      {exchanges.data && <Requests exchanges={exchanges.data} url={url ?? null} />}
    </section>
  )
}

function toCommand(url: string): string {
  return `curl -H "x-goog-api-key: YOUR_LOCAL_KEY" ${url}/v1beta/models`
}

function Requests({ exchanges, url }: { exchanges: readonly ExchangeSummary[]; url: string | null }) {
  const [opened, setOpened] = useState<ExchangeSummary | null>(null)
  if (exchanges.length > 0)
    return (
      <>
        <ExchangeTable exchanges={exchanges} onOpen={setOpened} />
        {opened && <ExchangeDialog exchange={opened} onClose={() => setOpened(null)} />}
      </>
    )
  return (
    <div className="min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable]">
      <EmptyState icon={Network} title="No requests yet">
        <p>
          Requests from the app and from your scripts appear here. Scripts need the local key from Settings.
        </p>
        {url && (
          <div className="flex max-w-full items-center gap-2 rounded-lg border border-line bg-sunken py-1 pr-1 pl-3">
            <code className="selectable truncate font-mono text-ink text-sm">{toCommand(url)}</code>
            <CopyButton label="Copy command" text={toCommand(url)} />
          </div>
        )}
      </EmptyState>
    </div>
  )
}

const reasonNames: Readonly<Record<RefusalCounts[number]['last']['reason'], string>> = {
  malformed: 'malformed',
  host: 'wrong host',
  origin: 'origin not allowed',
  path: 'unknown path or method',
  key: 'missing or wrong key',
}

/** The number of requests rejected without the local key; the list has at most sixty a minute. */
function RejectionNotice({ counts }: { counts: RefusalCounts }) {
  const last = counts
    .map((count) => count.last)
    .reduce((one, other) => (one && one.at > other.at ? one : other), counts[0]?.last)
  if (!last) return null
  const reasons = counts.map(({ count, last: { reason } }) => `${formatCount(count)} ${reasonNames[reason]}`)
  return (
    <div className="px-6 pt-4 pb-3">
      <Notice tone="quiet" title={`Rejected without a valid key: ${reasons.join(' · ')}`}>
        <p>
          Last at {formatTime(last.at)}: <span className="font-mono">{last.request}</span>
        </p>
        <p>{last.message}</p>
      </Notice>
    </div>
  )
}
