// What became of an exchange, in one glance: where it went, how it ended, and how long each step took.
import type { Exchange } from '#shared/schemas/exchange'
import { Badge } from '../../../components/Badge'
import { formatDuration } from '../../../components/format'
import { toExchangeFacts } from './exchange-facts'

const tones = { completed: 'quiet', failed: 'danger', cancelled: 'warn' } as const

export function ExchangeSummary({ exchange }: { exchange: Exchange }) {
  const { method, path, status, outcome, error } = exchange
  return (
    <div className="flex flex-col gap-2">
      <p className="flex min-w-0 flex-wrap items-center gap-2">
        <span className="selectable min-w-0 font-mono text-sm [overflow-wrap:anywhere]">
          {method} {path}
        </span>
        <Badge tone={tones[outcome]}>{`${status} ${outcome}`}</Badge>
      </p>
      {error && <p className="selectable text-danger [overflow-wrap:anywhere]">{error}</p>}
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {toExchangeFacts(exchange).map(({ name, value }) => (
          <div key={name} className="flex gap-1.5 whitespace-nowrap">
            <dt className="text-faint">{name}</dt>
            <dd className="selectable tabular-nums">
              {typeof value === 'number' ? formatDuration(value) : value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
