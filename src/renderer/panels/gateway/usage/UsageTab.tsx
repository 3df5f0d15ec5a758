// Usage by day, model, endpoint, client or provider: totals, costs, the budget, bars, and a table.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn, Download } from 'lucide-react'
import { type UsageDimension, type UsageRow, usageDimensions } from '#shared/schemas/request-log'
import { desktop, queries } from '../../../api/desktop'
import { toastOutcome, toSaved } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { EmptyState } from '../../../components/EmptyState'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { Skeleton } from '../../../components/Skeleton'
import { usePrices } from '../../../models/prices'
import { ReadErrorNotice } from '../../../notices/ReadErrorNotice'
import { openPanel } from '../../../state/navigation'
import { setGatewayTab } from '../gateway-tab'
import { Budget } from './Budget'
import { UsageChart } from './UsageChart'
import { UsageSummary } from './UsageSummary'
import { UsageTable } from './UsageTable'
import { dimensionNames, ranges, toDays, type UsageRange } from './usage-totals'
import { changeUsageView, useUsageView } from './usage-view'

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
  const periods = useUsage(range, dimension === 'day' ? ['day'] : ['day', dimension], range === '1')
  const rows = useUsage(range, [dimension])
  const { currency } = usePrices()
  const error = totals.error ?? periods.error ?? rows.error
  const total = totals.data?.[0]
  return (
    <section
      aria-label="Usage"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-6 py-3 focus-visible:outline-offset-[-2px]"
    >
      <Toolbar canSave={total !== undefined} />
      {error && (
        <ReadErrorNotice
          title="Couldn’t load the usage"
          error={error}
          onRetry={() => Promise.all([totals.refetch(), periods.refetch(), rows.refetch()])}
        />
      )}
      {!error && (!totals.data || !periods.data || !rows.data) && (
        <Skeleton label="Loading usage…" widths={['60%', '92%', '86%']} />
      )}
      {totals.data && !total?.requests && <NoUsage range={range} />}
      {total && total.requests > 0 && (
        <Figures total={total} periods={periods.data ?? []} rows={rows.data ?? []} currency={currency} />
      )}
    </section>
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
        size="small"
        className="ml-auto"
        disabled={!canSave}
        onClick={() => toastOutcome(save(), 'Couldn’t save the usage')}
      >
        <Download size={14} aria-hidden="true" />
        Save as CSV…
      </Button>
    </div>
  )
}

interface FiguresProps {
  readonly total: UsageRow
  readonly periods: readonly UsageRow[]
  readonly rows: readonly UsageRow[]
  readonly currency: string
}

function Figures({ total, periods, rows, currency }: FiguresProps) {
  const { range, dimension } = useUsageView()
  const { data: services = [] } = useQuery(
    queries.settings.read.queryOptions({ select: (settings) => settings.services }),
  )
  return (
    <>
      <UsageSummary total={total} currency={currency} />
      <Budget currency={currency} />
      <UsageChart key={dimension} rows={periods} services={services} currency={currency} />
      <UsageTable key={`${dimension} ${range}`} rows={rows} services={services} currency={currency} />
    </>
  )
}

function NoUsage({ range }: { range: UsageRange }) {
  return (
    <EmptyState icon={ChartNoAxesColumn} title={range === 'all' ? 'No usage yet' : 'No usage in this range'}>
      <p>
        Every request through the gateway is counted here, by the app and by your scripts: requests, errors,
        tokens, media, times, and costs. The numbers stay when the log deletes its requests.
      </p>
      <span className="flex flex-wrap justify-center gap-2">
        {range !== 'all' && <Button onClick={() => changeUsageView({ range: 'all' })}>Show all</Button>}
        <Button onClick={() => openPanel('chat')}>Open Chat</Button>
        <Button onClick={() => setGatewayTab('connect')}>Connect a script</Button>
      </span>
    </EmptyState>
  )
}
