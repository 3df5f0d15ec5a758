// The Gateway panel: how to reach the gateway, and the requests that went through it.
import { useQuery } from '@tanstack/react-query'
import type { ExchangeSummary, RefusalCounts } from '#shared/schemas/exchange'
import { queries } from '../../api/desktop'
import { formatCount, formatTime } from '../../components/format'
import { Notice } from '../../components/Notice'
import { Tabs } from '../../components/Tabs'
import { ReadErrorNotice } from '../../notices/ReadErrorNotice'
import { ConnectTab } from './connect/ConnectTab'
import { GatewayHeader } from './GatewayHeader'
import { type GatewayTab, setGatewayTab, useGatewayTab } from './gateway-tab'
import { LogTab } from './log/LogTab'
import { changeLogView } from './log/log-view'
import { ReferenceTab } from './reference/ReferenceTab'
import { BudgetNotice } from './usage/Budget'
import { UsageTab } from './usage/UsageTab'

export function GatewayPanel() {
  const { tab } = useGatewayTab()
  const { data: status, error, refetch } = useQuery(queries.application.status.queryOptions())
  const showRequest = (exchange: ExchangeSummary) => {
    changeLogView({ opened: exchange })
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
      {status && <RejectionNotice counts={status.refusals} />}
      <BudgetNotice />
      <Tabs
        label="Gateway views"
        value={tab}
        // The tabs have no other ids.
        onChange={(id) => setGatewayTab(id as GatewayTab)}
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

/** The number of requests rejected without the local key; the list has at most sixty a minute. */
function RejectionNotice({ counts }: { counts: RefusalCounts }) {
  const last = counts
    .map((count) => count.last)
    .reduce((one, other) => (one && one.at > other.at ? one : other), counts[0]?.last)
  if (!last) return null
  const reasons = counts.map(({ count, last: { reason } }) => `${formatCount(count)} ${reasonNames[reason]}`)
  return (
    <div className="px-4 pt-2">
      <Notice tone="quiet" title={`Rejected without a valid key: ${reasons.join(' · ')}`}>
        <p>
          Last at {formatTime(last.at)}: <span className="font-mono">{last.request}</span>
        </p>
        <p>{last.message}</p>
      </Notice>
    </div>
  )
}
