// The newest requests, one row each.
import { memo } from 'react'
import type { ExchangeSummary } from '#shared/schemas/exchange'
import { formatBytes, formatDuration, formatTime } from '../../components/format'
import { joinClasses } from '../../components/join-classes'

const columns = ['Time', 'Status', 'Endpoint', 'Path', 'First byte', 'Total', 'Sent', 'Received'] as const
const rightAligned = new Set<string>(['First byte', 'Total', 'Sent', 'Received'])

interface ExchangeTableProps {
  readonly exchanges: readonly ExchangeSummary[]
  readonly onOpen: (exchange: ExchangeSummary) => void
}

export function ExchangeTable({ exchanges, onOpen }: ExchangeTableProps) {
  return (
    <section
      aria-label="Requests"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
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
            <Row key={exchange.id} exchange={exchange} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const cellClassName = 'h-7 border-line border-b px-2 first:pl-6 last:pr-6'

const outcomeNames: Readonly<Record<ExchangeSummary['outcome'], string>> = {
  running: 'in progress',
  completed: '',
  failed: 'failed',
  cancelled: 'canceled',
  rejected: 'rejected',
}

interface RowProps extends Pick<ExchangeTableProps, 'onOpen'> {
  readonly exchange: ExchangeSummary
}

const Row = memo(function Row({ exchange, onOpen }: RowProps) {
  const { outcome, error, firstByte, total } = exchange
  const request = `${exchange.method} ${exchange.path}`
  return (
    <tr className="hover:bg-hover">
      <td className={`${cellClassName} text-faint`}>{formatTime(exchange.startedAt)}</td>
      <td
        className={joinClasses(
          cellClassName,
          (outcome === 'failed' || outcome === 'rejected') && 'text-danger',
          outcome === 'cancelled' && 'text-warn',
        )}
      >
        {exchange.status} {outcomeNames[outcome]}
      </td>
      <td className={`${cellClassName} max-w-32 truncate`}>{exchange.endpoint ?? exchange.route}</td>
      <td
        title={error ? `${request}\n${error}` : request}
        className={`${cellClassName} selectable relative w-full max-w-0 truncate font-mono`}
      >
        <button type="button" className="max-w-full truncate" onClick={() => onOpen(exchange)}>
          {request}
        </button>
        {error && <span className="sr-only"> {error}</span>}
      </td>
      <td className={`${cellClassName} text-right`}>{firstByte === null ? '' : formatDuration(firstByte)}</td>
      <td className={`${cellClassName} text-right`}>{total === null ? '' : formatDuration(total)}</td>
      <td className={`${cellClassName} text-right`}>{formatBytes(exchange.requestBytes)}</td>
      <td className={`${cellClassName} text-right`}>{formatBytes(exchange.responseBytes)}</td>
    </tr>
  )
})
