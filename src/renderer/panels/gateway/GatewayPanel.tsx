// The Gateway panel: how to reach the gateway, and the requests that went through it.
import { useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import type { ExchangeSummary, RefusalCounts } from '#shared/schemas/exchange'
import { queries } from '../../api/desktop'
import { formatCount, formatTime } from '../../components/format'
import { Tabs } from '../../components/Tabs'
import { Tooltip } from '../../components/Tooltip'
import { ReadErrorNotice } from '../../notices/ReadErrorNotice'
import { ConnectTab } from './connect/ConnectTab'
import { GatewayHeader } from './GatewayHeader'
import { type GatewayTab, setGatewayTab, useGatewayTab } from './gateway-tab'
import { LogTab } from './log/LogTab'
import { noFilters, setFilters } from './log/log-view'
import { openRequest, openSent } from './log/request-log'
import { ReferenceTab } from './reference/ReferenceTab'
import { BudgetNotice } from './usage/Budget'
import { UsageTab } from './usage/UsageTab'

export function GatewayPanel() {
  const { tab } = useGatewayTab()
  const { data: status, error, refetch } = useQuery(queries.application.status.queryOptions())
  const showRequest = (exchange: ExchangeSummary) => {
    openRequest(exchange)
    setGatewayTab('log')
  }
  const showSent = (id: string) => {
    openSent(id)
    setGatewayTab('log')
  }
  const showRejected = () => {
    setFilters({ ...noFilters, outcomes: ['rejected'] })
    setGatewayTab('log')
  }
  return (
    <section aria-label="Gateway" className="flex h-full min-w-0 flex-col bg-canvas">
      <GatewayHeader status={status} />
      {error && (
        <div className="px-4 pt-2">
          <ReadErrorNotice title="Couldn’t load the gateway’s status" error={error} onRetry={refetch} />
        </div>
      )}
      <BudgetNotice />
      <Tabs
        label="Gateway views"
        value={tab}
        // The tabs have no other ids.
        onChange={(id) => setGatewayTab(id as GatewayTab)}
        aside={status && <RejectedRequests counts={status.refusals} onShow={showRejected} />}
        tabs={[
          { id: 'log', name: 'Log', content: <LogTab /> },
          { id: 'usage', name: 'Usage', content: <UsageTab /> },
          {
            id: 'reference',
            name: 'Reference',
            content: <ReferenceTab onShowRequest={showSent} />,
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

/** Requests rejected without the local key; the list has at most sixty a minute of them. */
function RejectedRequests({ counts, onShow }: { counts: RefusalCounts; onShow: () => void }) {
  const last = counts
    .map((count) => count.last)
    .reduce((one, other) => (one && one.at > other.at ? one : other), counts[0]?.last)
  if (!last) return null
  const reasons = counts.map(({ count, last: { reason } }) => `${formatCount(count)} ${reasonNames[reason]}`)
  const details = `Last at ${formatTime(last.at)}: ${last.request}\n${last.message}`
  return (
    <Tooltip label={details}>
      <button
        type="button"
        aria-description={details}
        onClick={onShow}
        className="flex h-6 min-w-0 items-center gap-1.5 rounded-sm px-1.5 text-soft text-sm hover:bg-hover hover:text-ink"
      >
        <ShieldAlert size={14} aria-hidden="true" className="shrink-0 text-warn" />
        <span className="truncate">Rejected: {reasons.join(' · ')}</span>
      </button>
    </Tooltip>
  )
}
