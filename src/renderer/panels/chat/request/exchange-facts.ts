// What the summary of an exchange names, and why an answer has none.
import type { Turn } from '#shared/schemas/chat'
import type { Exchange } from '#shared/schemas/exchange'
import { formatMoment } from '../../../components/format'

interface ExchangeFact {
  readonly name: string
  /** A number is milliseconds from the call's arrival. */
  readonly value: string | number
}

const upstreams = { demo: 'Demo', service: 'Service', vendor: 'Vendor APIs' } as const

/** What is not known is left out. */
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

/** A sentence for an answer whose exchange cannot be shown. */
export function whyNoExchange(turn: Pick<Turn, 'state' | 'edited' | 'exchangeId'>): string {
  if (turn.edited) return 'You wrote this answer yourself: no call was made for it.'
  if (turn.state === 'running') return 'The call is still under way: its exchange is kept when it has ended.'
  if (turn.exchangeId === null)
    return 'No exchange is known: the call did not get an answer from the gateway.'
  return 'The log no longer has this exchange: it keeps the newest ones only.'
}
