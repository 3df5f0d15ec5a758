// Stacked bars of usage, with a choice of the measure. A bar opens the requests of its period in the log.
import { type KeyboardEvent, useState } from 'react'
import type { UsageRow } from '#shared/schemas/request-log'
import { formatCount } from '../../../components/format'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { useNow } from '../../../components/use-now'
import type { ProfileName } from '../../../exchange/describe-exchange'
import { formatCost } from '../../../models/prices'
import { showGatewayTab } from '../gateway-tab'
import { changeLogView, noFilters, setFilters } from '../log/log-view'
import {
  type Bar,
  changeUsageView,
  findScale,
  type Measure,
  measures,
  nameMeasure,
  type Series,
  toChart,
  useUsageView,
} from './usage-chart'
import { formatPeriod, formatShortPeriod, toPeriodTime } from './usage-totals'

interface UsageChartProps {
  readonly rows: readonly UsageRow[]
  readonly profiles: readonly ProfileName[]
  readonly currency: string
}

export function UsageChart({ rows, profiles, currency }: UsageChartProps) {
  const { range, dimension, measure } = useUsageView()
  const now = useNow(60_000)
  const { series, bars } = toChart(rows, { dimension, measure, range, profiles, now })
  const format = toFormat(measure, currency)
  const name = nameMeasure(measure)
  const unit = range === '1' ? 'hour' : bars[0]?.period.length === 7 ? 'month' : 'day'
  return (
    <figure aria-label={`${name} by ${unit}`} className="flex shrink-0 flex-col gap-3">
      <SegmentedControl
        label="Measure"
        value={measure}
        options={measures}
        onChange={(value) => changeUsageView({ measure: value })}
      />
      <Plot bars={bars} series={series} format={format} label={`${name} by ${unit}`} />
      <figcaption className="flex min-h-5 flex-wrap gap-x-2 gap-y-1 text-sm">
        {series.length === 0 && (
          <span className="text-faint">
            {bars.some(({ isIncomplete }) => isIncomplete)
              ? 'No known cost in this range'
              : `No ${name.toLowerCase()} in this range`}
          </span>
        )}
        {series.map(({ key, name: label, color }) => (
          <span key={key} className="flex max-w-56 items-center gap-1.5 px-1 text-soft">
            <span aria-hidden="true" className="size-2 shrink-0 rounded-xs" style={{ background: color }} />
            <span className="truncate">{label}</span>
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

function toFormat(measure: Measure, currency: string): (value: number) => string {
  return measure === 'cost' ? (nanos) => formatCost(nanos, currency) : formatCount
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

interface PlotProps {
  readonly bars: readonly Bar[]
  readonly series: readonly Series[]
  readonly format: (value: number) => string
  readonly label: string
}

/** One bar is a tab stop; the arrow keys move between bars. */
function Plot({ bars, series, format, label }: PlotProps) {
  const [active, setActive] = useState<number | null>(null)
  const [tabStop, setTabStop] = useState<string | null>(null)
  const max = Math.max(0, ...bars.map(({ values }) => sum(values)))
  const top = findScale(max)
  const stop = bars.some(({ period }) => period === tabStop) ? tabStop : bars.at(-1)?.period
  const activeBar = active === null ? undefined : bars[active]
  return (
    <div className="flex gap-2">
      <div
        aria-hidden="true"
        className="flex h-40 w-14 shrink-0 flex-col justify-between text-right text-faint text-xs tabular-nums"
      >
        <span className="-translate-y-1/2">{max > 0 && format(top)}</span>
        <span>{top > 1 && format(top / 2)}</span>
        <span className="translate-y-1/2">0</span>
      </div>
      <div className="relative min-w-0 flex-1">
        <div aria-hidden="true" className="absolute inset-x-0 top-0 h-40">
          <div className="absolute inset-x-0 top-0 border-line border-t" />
          <div className="absolute inset-x-0 top-1/2 border-line border-t" />
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields. */}
        <div
          role="group"
          aria-label={label}
          onKeyDown={moveByArrowKeys}
          className="relative flex h-40 border-line-strong border-b"
        >
          {bars.map((bar, at) => (
            <BarButton
              key={bar.period}
              bar={bar}
              series={series}
              top={top}
              label={describeBar(bar, series, format)}
              tabIndex={bar.period === stop ? 0 : -1}
              onActive={(isActive) => {
                setActive(isActive ? at : null)
                if (isActive) setTabStop(bar.period)
              }}
            />
          ))}
        </div>
        <PeriodLabels bars={bars} />
        {activeBar && (
          <BarTooltip
            bar={activeBar}
            series={series}
            format={format}
            center={(((active ?? 0) + 0.5) / bars.length) * 100}
          />
        )}
      </div>
    </div>
  )
}

function moveByArrowKeys(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const at = event.target instanceof HTMLElement ? buttons.indexOf(event.target) : -1
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1 }[event.key]
  if (next === undefined || at < 0) return
  event.preventDefault()
  buttons[next]?.focus()
}

/** `Nov 23, 2026: 12. gen-2.5-pro 10, Other 2`. */
function describeBar(
  { period, values, isIncomplete }: Bar,
  series: readonly Series[],
  format: PlotProps['format'],
) {
  const parts = series.flatMap(({ name }, at) => (values[at] ? [`${name} ${format(values[at])}`] : []))
  const total = `${formatPeriod(period)}: ${isIncomplete ? 'at least ' : ''}${format(sum(values))}`
  return [total, parts.join(', ')].filter(Boolean).join('. ')
}

interface BarButtonProps {
  readonly bar: Bar
  readonly series: readonly Series[]
  readonly top: number
  readonly label: string
  readonly tabIndex: number
  readonly onActive: (isActive: boolean) => void
}

function BarButton({ bar, series, top, label, tabIndex, onActive }: BarButtonProps) {
  const showRequests = () => {
    setFilters({ ...noFilters, time: toPeriodTime(bar.period) })
    changeLogView({ opened: null })
    showGatewayTab('log')
  }
  return (
    <button
      type="button"
      aria-label={label}
      tabIndex={tabIndex}
      onClick={showRequests}
      onPointerEnter={() => onActive(true)}
      onPointerLeave={() => onActive(false)}
      onFocus={() => onActive(true)}
      onBlur={() => onActive(false)}
      className="group flex h-full min-w-0 flex-1 justify-center px-[1px] hover:bg-hover focus-visible:outline-offset-[-2px]"
    >
      <span className="flex h-full w-full max-w-12 flex-col-reverse">
        {series.map(({ key, color }, at) => (
          <span
            key={key}
            style={{ height: `${(100 * (bar.values[at] ?? 0)) / top}%`, background: color }}
            className="block shrink-0 last:rounded-t-xs"
          />
        ))}
      </span>
    </button>
  )
}

/** At most eight, so that they never overlap. */
const maxLabels = 8

function PeriodLabels({ bars }: { bars: readonly Bar[] }) {
  const step = Math.max(1, Math.ceil(bars.length / maxLabels))
  return (
    <div aria-hidden="true" className="relative h-5 text-faint text-xs tabular-nums">
      {bars.map(({ period }, at) =>
        at % step === 0 ? (
          <span
            key={period}
            className="-translate-x-1/2 absolute top-1 whitespace-nowrap"
            style={{ left: `${((at + 0.5) / bars.length) * 100}%` }}
          >
            {formatShortPeriod(period)}
          </span>
        ) : null,
      )}
    </div>
  )
}

interface BarTooltipProps {
  readonly bar: Bar
  readonly series: readonly Series[]
  readonly format: (value: number) => string
  /** In percent of the width. */
  readonly center: number
}

/** The bar's own name says the same to screen readers. */
function BarTooltip({ bar: { period, values, isIncomplete }, series, format, center }: BarTooltipProps) {
  return (
    <div
      aria-hidden="true"
      style={{ left: `clamp(104px, ${center}%, calc(100% - 104px))` }}
      className="-translate-x-1/2 pointer-events-none absolute bottom-full z-10 mb-1 flex w-52 flex-col gap-0.5 rounded-md border border-line bg-raised px-2.5 py-1.5 text-sm shadow-raised"
    >
      <span className="flex justify-between gap-3 font-medium">
        {formatPeriod(period)}
        <span className="tabular-nums">
          {isIncomplete && '≥ '}
          {format(sum(values))}
        </span>
      </span>
      {series.map(({ key, name, color }, at) =>
        values[at] ? (
          <span key={key} className="flex items-center gap-1.5 text-soft">
            <span className="size-2 shrink-0 rounded-xs" style={{ background: color }} />
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <span className="tabular-nums">{format(values[at])}</span>
          </span>
        ) : null,
      )}
    </div>
  )
}
