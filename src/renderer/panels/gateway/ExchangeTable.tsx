// The newest requests, one row each.
import { memo } from 'react'
import type { Exchange } from '#shared/schemas/exchange'
import { formatBytes, formatDuration, formatTime } from '../../components/format'
import { joinClasses } from '../../components/join-classes'

const columns = ['Time', 'Status', 'Endpoint', 'Path', 'First byte', 'Total', 'Sent', 'Received'] as const
const rightAligned = new Set<string>(['First byte', 'Total', 'Sent', 'Received'])

export function ExchangeTable({ exchanges }: { exchanges: readonly Exchange[] }) {
  return (
    <section
      aria-label="Requests"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto focus-visible:outline-offset-[-2px]"
    >
      <table className="w-full whitespace-nowrap text-sm tabular-nums">
        <thead className="sticky top-0 bg-canvas">
          <tr>
            {columns.map((name) => (
              <th
                key={name}
                scope="col"
                className={joinClasses(
                  'h-8 border-line border-b px-2 font-medium text-faint first:pl-6 last:pr-6',
                  name === 'Path' && 'min-w-36',
                  rightAligned.has(name) ? 'text-right' : 'text-left',
                )}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {exchanges.map((exchange) => (
            <Row key={exchange.id} exchange={exchange} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const outcomeLabels = { completed: '', failed: 'failed', cancelled: 'canceled' } as const
const cell = 'h-7 border-line border-b px-2 first:pl-6 last:pr-6'

const Row = memo(function Row({ exchange }: { exchange: Exchange }) {
  const { times, outcome, error } = exchange
  const request = `${exchange.method} ${exchange.path}`
  return (
    <tr className="hover:bg-hover">
      <td className={`${cell} text-faint`}>{formatTime(exchange.startedAt)}</td>
      <td
        className={joinClasses(
          cell,
          outcome === 'failed' && 'text-danger',
          outcome === 'cancelled' && 'text-warn',
        )}
      >
        {exchange.status} {outcomeLabels[outcome]}
      </td>
      <td className={`${cell} max-w-32 truncate`}>{exchange.endpoint ?? exchange.route}</td>
      <td
        title={error ? `${request}\n${error}` : request}
        className={`${cell} selectable relative w-full max-w-0 truncate font-mono`}
      >
        {request}
        {error && <span className="sr-only"> {error}</span>}
      </td>
      <td className={`${cell} text-right`}>
        {times.firstByte === null ? '' : formatDuration(times.firstByte)}
      </td>
      <td className={`${cell} text-right`}>{formatDuration(times.total)}</td>
      <td className={`${cell} text-right`}>{formatBytes(exchange.requestBytes)}</td>
      <td className={`${cell} text-right`}>{formatBytes(exchange.responseBytes)}</td>
    </tr>
  )
})
