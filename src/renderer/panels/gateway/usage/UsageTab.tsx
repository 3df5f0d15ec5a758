// Usage by day, model, endpoint, client or provider: totals, bars for each day, and a table.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn, Download } from 'lucide-react'
import { useState } from 'react'
import { type UsageDimension, type UsageRow, usageDimensions } from '#shared/schemas/request-log'
import type { Settings } from '#shared/schemas/settings'
import { desktop, queries } from '../../../api/desktop'
import { toastOutcome, toSaved } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { EmptyState } from '../../../components/EmptyState'
import { formatCount, formatDate, formatDuration, formatPlural } from '../../../components/format'
import { joinClasses } from '../../../components/join-classes'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { Skeleton } from '../../../components/Skeleton'
import { ReadErrorNotice } from '../../../notices/ReadErrorNotice'
import { describeClient, describeEndpoint, describeProvider, formatOverhead } from '../log/columns'
import {
  countErrors,
  type DayBar,
  describeErrors,
  dimensionNames,
  ranges,
  toBars,
  toDays,
  type UsageRange,
} from './usage-totals'

/** How often the numbers are read again while they are shown. */
const refetchMs = 5_000

function useUsage(range: UsageRange, groupBy: UsageDimension[]) {
  return useQuery(
    queries.usage.read.queryOptions({
      input: { days: toDays(range), groupBy },
      placeholderData: keepPreviousData,
      refetchInterval: refetchMs,
      staleTime: 0,
    }),
  )
}

export function UsageTab() {
  const [range, setRange] = useState<UsageRange>('7')
  const [dimension, setDimension] = useState<UsageDimension>('model')
  const totals = useUsage(range, [])
  const days = useUsage(range, ['day'])
  const rows = useUsage(range, [dimension])
  const error = totals.error ?? days.error ?? rows.error
  const save = async () =>
    toSaved((await desktop.usage.export({ days: toDays(range), groupBy: ['day', dimension] })).path)
  const total = totals.data?.[0]
  return (
    <section
      aria-label="Usage"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-6 py-3 focus-visible:outline-offset-[-2px]"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SegmentedControl label="Range" value={range} options={ranges} onChange={setRange} />
        <SegmentedControl
          label="Group by"
          value={dimension}
          options={usageDimensions.map((value) => ({ value, name: dimensionNames[value] }))}
          onChange={setDimension}
        />
        <Button
          size="small"
          className="ml-auto"
          disabled={!total}
          onClick={() => toastOutcome(save(), 'Couldn’t save the usage')}
        >
          <Download size={14} aria-hidden="true" />
          Save as CSV…
        </Button>
      </div>
      {error && (
        <ReadErrorNotice
          title="Couldn’t load the usage"
          error={error}
          onRetry={() => Promise.all([totals.refetch(), days.refetch(), rows.refetch()])}
        />
      )}
      {!error && (!totals.data || !days.data || !rows.data) && (
        <Skeleton label="Loading usage…" widths={['60%', '92%', '86%']} />
      )}
      {totals.data && !total?.requests && (
        <EmptyState icon={ChartNoAxesColumn} title="No usage yet">
          <p>Requests of this range are counted here, also once the log has deleted them.</p>
        </EmptyState>
      )}
      {total && total.requests > 0 && (
        <>
          <Totals total={total} />
          <Bars bars={toBars(days.data ?? [])} />
          <UsageTable rows={rows.data ?? []} dimension={dimension} />
        </>
      )}
    </section>
  )
}

function formatPercentiles({ p50, p95 }: UsageRow['firstByte'], format = formatDuration): string {
  return p50 === null || p95 === null ? '–' : `${format(p50)} · ${format(p95)}`
}

function Totals({ total }: { total: UsageRow }) {
  const facts = [
    { name: 'Requests', value: formatCount(total.requests) },
    { name: 'Errors', value: formatCount(countErrors(total)), details: describeErrors(total) },
    { name: 'Tokens in', value: formatCount(total.inputTokens) },
    { name: 'Tokens out', value: formatCount(total.outputTokens + total.thoughtsTokens) },
    { name: 'First byte, p50 · p95', value: formatPercentiles(total.firstByte) },
    { name: 'Overhead, p50 · p95', value: formatPercentiles(total.overhead, formatOverhead) },
  ]
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {facts.map(({ name, value, details }) => (
        <div key={name} title={details} className="flex flex-col whitespace-nowrap">
          <dt className="text-faint text-sm">{name}</dt>
          <dd className="selectable font-semibold text-lg tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const parts = [
  { name: 'succeeded', label: 'Succeeded', className: 'bg-accent-fill' },
  { name: 'canceled', label: 'Canceled', className: 'bg-signal-demo' },
  { name: 'failed', label: 'Failed', className: 'bg-signal-off' },
] as const

function describeBar({ day, succeeded, canceled, failed }: DayBar): string {
  const shown = [
    formatPlural(succeeded + canceled + failed, 'request'),
    canceled > 0 && `${formatCount(canceled)} canceled`,
    failed > 0 && `${formatCount(failed)} failed`,
  ]
  return `${formatDate(day)}: ${shown.filter(Boolean).join(', ')}`
}

function Bars({ bars }: { bars: readonly DayBar[] }) {
  const max = Math.max(1, ...bars.map(({ succeeded, canceled, failed }) => succeeded + canceled + failed))
  return (
    <figure className="flex flex-col gap-2">
      <div
        role="img"
        aria-label={`Requests by day. ${bars.map(describeBar).join('. ')}`}
        className="flex h-28 items-end gap-1 border-line border-b"
      >
        {bars.map((bar) => (
          <div
            key={bar.day}
            title={describeBar(bar)}
            className="flex h-full min-w-0.5 max-w-12 flex-1 flex-col-reverse hover:bg-hover"
          >
            {parts.map(({ name, className }) => (
              <div key={name} className={className} style={{ height: `${(100 * bar[name]) / max}%` }} />
            ))}
          </div>
        ))}
      </div>
      <figcaption className="flex flex-wrap gap-x-4 text-faint text-sm">
        {parts.map(({ name, label, className }) => (
          <span key={name} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={joinClasses('size-2 rounded-xs', className)} />
            {label}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

const columns = [
  'Requests',
  'Errors',
  'Tokens in',
  'Tokens out',
  'Images',
  'Videos',
  'Audio files',
  'First byte, p50 · p95',
  'Overhead, p50 · p95',
] as const

function UsageTable({ rows, dimension }: { rows: readonly UsageRow[]; dimension: UsageDimension }) {
  const { data: services = [] } = useQuery(
    queries.settings.read.queryOptions({ select: (settings) => settings.services }),
  )
  return (
    <section
      aria-label={`Usage by ${dimensionNames[dimension].toLowerCase()}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
      tabIndex={0}
      className="shrink-0 overflow-x-auto"
    >
      <table className="w-full whitespace-nowrap text-sm tabular-nums">
        <thead>
          <tr className="text-faint">
            {[dimensionNames[dimension], ...columns].map((name, at) => (
              <th
                key={name}
                scope="col"
                className={joinClasses(
                  'h-8 border-line border-b pr-6 font-medium last:pr-0',
                  at === 0 ? 'text-left' : 'text-right',
                )}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row[dimension] ?? ''} className="hover:bg-hover">
              <th
                scope="row"
                className="h-7 max-w-64 truncate border-line border-b pr-6 text-left font-normal"
              >
                {nameRow(row, dimension, services)}
              </th>
              {listValues(row).map((value, at) => (
                <td
                  key={columns[at]}
                  title={at === 1 ? describeErrors(row) : undefined}
                  className="selectable border-line border-b pr-6 text-right last:pr-0"
                >
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function nameRow(row: UsageRow, dimension: UsageDimension, services: Settings['services']): string {
  const value = row[dimension]
  if (value === null) return 'Unknown'
  switch (dimension) {
    case 'day':
      return formatDate(value)
    case 'endpoint':
      return describeEndpoint(value).name
    case 'client':
      return describeClient(value)
    case 'provider':
      return describeProvider(value, services)
    case 'model':
      return value
  }
}

/** In the order of the columns. */
function listValues(row: UsageRow): string[] {
  return [
    formatCount(row.requests),
    formatCount(countErrors(row)),
    formatCount(row.inputTokens),
    formatCount(row.outputTokens + row.thoughtsTokens),
    formatCount(row.images),
    formatCount(row.videos),
    formatCount(row.audios),
    formatPercentiles(row.firstByte),
    formatPercentiles(row.overhead, formatOverhead),
  ]
}
