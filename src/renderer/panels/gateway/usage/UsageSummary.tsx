// The totals of a range, and why part of its cost is not known.
import type { Cost, UnknownCost, UsageRow } from '#shared/schemas/request-log'
import { Button } from '../../../components/Button'
import { formatCount, formatDuration, formatPlural } from '../../../components/format'
import { formatOverhead } from '../../../exchange/describe-exchange'
import { formatKnownCost } from '../../../models/prices'
import { openSettings } from '../../../state/settings-view'
import { countErrors, describeErrors, describeMedia } from './usage-totals'

export function formatPercentiles({ p50, p95 }: UsageRow['firstByte'], format = formatDuration): string {
  return p50 === null || p95 === null ? '–' : `${format(p50)} · ${format(p95)}`
}

export function UsageSummary({ total, currency }: { total: UsageRow; currency: string }) {
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

const maxModels = 3

/** `a, b, and 4 more`. */
function listModels(unknown: readonly UnknownCost[]): string {
  const names = unknown.map(({ model }) => model ?? 'unknown models')
  const more = names.length - maxModels
  if (more > 0) return `${names.slice(0, maxModels).join(', ')}, and ${more} more`
  return names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`
}

function sumRequests(unknown: readonly UnknownCost[]): string {
  return formatPlural(
    unknown.reduce((sum, { requests }) => sum + requests, 0),
    'request',
  )
}

/** As sentences, for the note and for the tooltips of rows. */
export function describeUnknown({ unknown }: Cost): string[] {
  const priceless = unknown.filter(({ reason }) => reason === 'price')
  const unmeasured = unknown.filter(({ reason }) => reason === 'amount')
  return [
    ...(priceless.length > 0
      ? [`No price is set for ${listModels(priceless)} (${sumRequests(priceless)}).`]
      : []),
    ...(unmeasured.length > 0
      ? [`How much was billed isn’t known for ${sumRequests(unmeasured)} to ${listModels(unmeasured)}.`]
      : []),
  ]
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
