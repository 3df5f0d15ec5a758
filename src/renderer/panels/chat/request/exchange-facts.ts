// The facts in an exchange's summary, and why an answer has no exchange.
import type { Turn } from '#shared/schemas/chat'
import type { Exchange } from '#shared/schemas/exchange'
import { formatMoment } from '../../../components/format-date'

interface ExchangeFact {
  readonly name: string
  /** A number is milliseconds since the request arrived. */
  readonly value: string | number
}

const upstreams = { demo: 'Demo', service: 'Service', vendor: 'Vendor APIs' } as const

/** Omits unknown values. */
export function toExchangeFacts({ endpoint, route, upstream, startedAt, times }: Exchange): ExchangeFact[] {
  const facts: readonly { readonly name: string; readonly value: string | number | null }[] = [
    { name: 'Endpoint', value: endpoint ?? route },
    { name: 'Upstream', value: upstreams[upstream] },
    { name: 'At', value: formatMoment(startedAt) },
    { name: 'Sent upstream', value: times.sentUpstream },
    { name: 'Upstream’s headers', value: times.upstreamHeaders },
    { name: 'First byte', value: times.firstByte },
    { name: 'Total', value: times.total },
  ]
  return facts.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))
}

export function describeMissingExchange(turn: Pick<Turn, 'state' | 'edited' | 'exchangeId'>): string {
  if (turn.edited) return 'You wrote this answer yourself: no call was made for it.'
  if (turn.state === 'running') return 'The call is still under way: its exchange is kept when it has ended.'
  if (turn.exchangeId === null)
    return 'No exchange is known: the call did not get an answer from the gateway.'
  return 'The log no longer has this exchange: it keeps the newest ones only.'
}
