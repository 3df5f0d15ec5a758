// Usage by day, model, endpoint, client or provider: totals, costs, the budget, bars, and a table.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn, Download } from 'lucide-react'
import { listProfiles } from '#shared/models/profiles'
import { type Cost, type UsageDimension, type UsageRow, usageDimensions } from '#shared/schemas/request-log'
import { desktop, queries } from '../../../api/desktop'
import { toastOutcome, toSaved } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { EmptyState } from '../../../components/EmptyState'
import { formatCount } from '../../../components/format'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { Skeleton } from '../../../components/Skeleton'
import { formatOverhead } from '../../../exchange/describe-exchange'
import { formatKnownCost, usePrices } from '../../../models/prices'
import { ReadErrorNotice } from '../../../notices/ReadErrorNotice'
import { SampleButtons } from '../../../notices/SampleButtons'
import { openPanel } from '../../../state/navigation'
import { openSettings } from '../../../state/settings-view'
import { gatewaySamples } from '../gateway-samples'
import { showGatewayTab } from '../gateway-tab'
import { Budget } from './Budget'
import { UsageChart } from './UsageChart'
import { UsageTable } from './UsageTable'
import { changeUsageView, useUsageView } from './usage-chart'
import {
  countErrors,
  describeErrors,
  describeMedia,
  describeUnknown,
  dimensionNames,
  formatPercentiles,
  ranges,
  toDays,
  type UsageRange,
} from './usage-totals'

/** How often the numbers are read again while they are shown. */
const refetchMs = 5_000

function useUsage(range: UsageRange, groupBy: UsageDimension[], byHour = false) {
  return useQuery(
    queries.usage.read.queryOptions({
      input: { days: toDays(range), groupBy, byHour },
      placeholderData: keepPreviousData,
      refetchInterval: refetchMs,
      staleTime: 0,
    }),
  )
}

export function UsageTab() {
  const { range, dimension } = useUsageView()
  const totals = useUsage(range, [])
  const { currency } = usePrices()
  const total = totals.data?.[0]
  return (
    <section
      aria-label="Usage"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-6 py-3 focus-visible:outline-offset-[-2px]"
    >
      <Toolbar canSave={total !== undefined} />
      {totals.error && <UsageError error={totals.error} onRetry={totals.refetch} />}
      {!totals.error && !totals.data && <LoadingUsage />}
      {total && total.requests > 0 && <UsageSummary total={total} currency={currency} />}
      {totals.data && <Budget currency={currency} />}
      {totals.data && !total?.requests && <NoUsage range={range} />}
      {/* Rows of another dimension would have no names. */}
      {total && total.requests > 0 && <Breakdown key={dimension} currency={currency} />}
    </section>
  )
}

function UsageError({ error, onRetry }: { error: Error; onRetry: () => Promise<unknown> }) {
  return <ReadErrorNotice title="Couldn’t load the usage" error={error} onRetry={onRetry} />
}

function LoadingUsage() {
  return <Skeleton label="Loading usage…" widths={['60%', '92%', '86%']} />
}

/** By the chosen dimension. */
function Breakdown({ currency }: { currency: string }) {
  const { range, dimension } = useUsageView()
  const periods = useUsage(range, dimension === 'day' ? ['day'] : ['day', dimension], range === '1')
  const rows = useUsage(range, [dimension])
  const { data: profiles = [] } = useQuery(queries.settings.read.queryOptions({ select: listProfiles }))
  const error = periods.error ?? rows.error
  if (error)
    return <UsageError error={error} onRetry={() => Promise.all([periods.refetch(), rows.refetch()])} />
  if (!periods.data || !rows.data) return <LoadingUsage />
  return (
    <>
      <UsageChart rows={periods.data} profiles={profiles} currency={currency} />
      <UsageTable rows={rows.data} profiles={profiles} currency={currency} />
    </>
  )
}

function Toolbar({ canSave }: { canSave: boolean }) {
  const { range, dimension } = useUsageView()
  const save = async () => {
    const groupBy = [...new Set<UsageDimension>(['day', dimension])]
    return toSaved((await desktop.usage.export({ days: toDays(range), groupBy })).path)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <SegmentedControl
        label="Range"
        value={range}
        options={ranges}
        onChange={(value) => changeUsageView({ range: value })}
      />
      <SegmentedControl
        label="Group by"
        value={dimension}
        options={usageDimensions.map((value) => ({ value, name: dimensionNames[value] }))}
        onChange={(value) => changeUsageView({ dimension: value })}
      />
      <Button
        icon={Download}
        size="small"
        className="ml-auto"
        disabled={!canSave}
        onClick={() => toastOutcome(save(), 'Couldn’t save the usage')}
      >
        Save as CSV…
      </Button>
    </div>
  )
}

function NoUsage({ range }: { range: UsageRange }) {
  return (
    <EmptyState icon={ChartNoAxesColumn} title={range === 'all' ? 'No usage yet' : 'No usage in this range'}>
      <p>
        Every request through the gateway is counted here, by the app and by your scripts: requests, errors,
        tokens, media, times, and costs. The numbers stay when the log deletes its requests.
      </p>
      {range === 'all' && <SampleButtons samples={gatewaySamples} />}
      <span className="flex flex-wrap justify-center gap-2">
        {range !== 'all' && <Button onClick={() => changeUsageView({ range: 'all' })}>Show all</Button>}
        <Button onClick={() => openPanel('chat')}>Open Chat</Button>
        <Button onClick={() => showGatewayTab('connect')}>Connect a script</Button>
      </span>
    </EmptyState>
  )
}

function UsageSummary({ total, currency }: { total: UsageRow; currency: string }) {
  const facts = [
    { name: 'Cost', value: formatKnownCost(total.cost, currency) },
    { name: 'Requests', value: formatCount(total.requests) },
    { name: 'Errors', value: formatCount(countErrors(total)), details: describeErrors(total) },
    { name: 'Tokens in', value: formatCount(total.inputTokens) },
    { name: 'Cached', value: formatCount(total.cachedTokens) },
    { name: 'Tokens out', value: formatCount(total.outputTokens) },
    { name: 'Thoughts', value: formatCount(total.thoughtsTokens) },
    { name: 'Media', value: describeMedia(total) },
    { name: 'First byte, p50 · p95', value: formatPercentiles(total.firstByte) },
    { name: 'Overhead, p50 · p95', value: formatPercentiles(total.overhead, formatOverhead) },
  ]
  return (
    <div className="flex flex-col gap-2">
      <dl aria-label="Totals" className="flex flex-wrap gap-x-8 gap-y-2">
        {facts.map(({ name, value, details }) => (
          <div key={name} className="flex max-w-full flex-col">
            <dt className="whitespace-nowrap text-faint text-sm">{name}</dt>
            <dd className="selectable font-semibold text-lg tabular-nums">
              {value}
              {details && <span className="pl-2 font-normal text-faint text-sm">{details}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <UnknownCosts cost={total.cost} />
    </div>
  )
}

function UnknownCosts({ cost }: { cost: Cost }) {
  const sentences = describeUnknown(cost)
  if (sentences.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-soft text-sm">
      <p className="selectable [overflow-wrap:anywhere]">
        {cost.nanos === null ? 'The cost is unknown.' : 'The cost is incomplete.'} {sentences.join(' ')}
      </p>
      {cost.unknown.some(({ reason }) => reason === 'price') && (
        <Button size="small" onClick={() => openSettings('prices')}>
          Set prices
        </Button>
      )}
    </div>
  )
}
