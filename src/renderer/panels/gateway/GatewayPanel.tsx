// The Gateway panel: how to reach the gateway, and the requests that went through it.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { create } from 'zustand'
import type { ExchangeSummary, RefusalCounts } from '#shared/schemas/exchange'
import { queries } from '../../api/desktop'
import { Button } from '../../components/Button'
import { formatCount, formatTime } from '../../components/format'
import { Notice } from '../../components/Notice'
import { Tabs } from '../../components/Tabs'
import { ReadErrorNotice } from '../../notices/ReadErrorNotice'
import { ConnectTab } from './connect/ConnectTab'
import { GatewayHeader } from './GatewayHeader'
import { LogTab } from './log/LogTab'
import { noFilters, setFilters } from './log/log-view'
import { openRequest } from './log/request-log'
import { ReferenceTab } from './reference/ReferenceTab'
import { UsageTab } from './usage/UsageTab'

export function GatewayPanel() {
  const [tab, setTab] = useState('log')
  const { data: status, error, refetch } = useQuery(queries.application.status.queryOptions())
  const showRequest = (exchange: ExchangeSummary) => {
    openRequest(exchange)
    setTab('log')
  }
  const showRejected = () => {
    setFilters({ ...noFilters, outcomes: ['rejected'] })
    setTab('log')
  }
  return (
    <section aria-label="Gateway" className="flex h-full min-w-0 flex-col bg-canvas">
      <GatewayHeader status={status} />
      {error && (
        <div className="px-4 pt-2">
          <ReadErrorNotice title="Couldn’t load the gateway’s status" error={error} onRetry={refetch} />
        </div>
      )}
      {status && <RejectionNotice counts={status.refusals} onShow={showRejected} />}
      <Tabs
        label="Gateway views"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'log', name: 'Log', content: <LogTab /> },
          { id: 'usage', name: 'Usage', content: <UsageTab /> },
          {
            id: 'reference',
            name: 'Reference',
            content: <ReferenceTab onShowRequest={showRequest} />,
          },
          { id: 'connect', name: 'Connect', content: <ConnectTab onShowRequest={showRequest} /> },
        ]}
      />
    </section>
  )
}

const reasonNames: Readonly<Record<RefusalCounts[number]['last']['reason'], string>> = {
  malformed: 'malformed',
  host: 'wrong host',
  origin: 'origin not allowed',
  path: 'unknown path or method',
  key: 'missing or wrong key',
}

/** Rejections until this time are not shown, in milliseconds since the epoch. */
const useDismissed = create<{ readonly at: number }>()(() => ({ at: 0 }))

interface RejectionNoticeProps {
  readonly counts: RefusalCounts
  readonly onShow: () => void
}

/** The number of requests rejected without the local key; the list has at most sixty a minute. */
function RejectionNotice({ counts, onShow }: RejectionNoticeProps) {
  const dismissed = useDismissed()
  const last = counts
    .map((count) => count.last)
    .reduce((one, other) => (one && one.at > other.at ? one : other), counts[0]?.last)
  if (!last || last.at <= dismissed.at) return null
  const reasons = counts.map(({ count, last: { reason } }) => `${formatCount(count)} ${reasonNames[reason]}`)
  return (
    // In a very low window, only the list has space; it has these requests too.
    <div className="px-4 pt-2 [@media(height<420px)]:hidden">
      <Notice
        tone="quiet"
        title={`Rejected without a valid key: ${reasons.join(' · ')}`}
        actions={
          <>
            <Button size="small" onClick={onShow}>
              Show requests
            </Button>
            <Button size="small" variant="quiet" onClick={() => useDismissed.setState({ at: last.at })}>
              Dismiss
            </Button>
          </>
        }
      >
        Last at {formatTime(last.at)}: <span className="font-mono">{last.request}</span>. {last.message}
      </Notice>
    </div>
  )
}
