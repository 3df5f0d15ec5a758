// Texts for the facts of a request: its endpoint, client, provider and overhead.
import { endpoints } from '#shared/endpoints/endpoints'
import { routes } from '#shared/endpoints/routes'
import { type Exchange, summarizeExchange, windowClient } from '#shared/schemas/exchange'
import { formatCount, formatDuration, formatMoment } from '../components/format'

const isEndpoint = (id: string): id is keyof typeof endpoints => Object.hasOwn(endpoints, id)
const isRoute = (id: string): id is keyof typeof routes => Object.hasOwn(routes, id)

/** `Generation`, with what it is in the specification in the tooltip. */
export function describeEndpoint(id: string): { readonly name: string; readonly details: string } {
  if (isEndpoint(id)) return { name: endpoints[id].title, details: `${id}: ${endpoints[id].title}` }
  const name = id
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace('open ai', 'OpenAI')
  const shown = name.charAt(0).toUpperCase() + name.slice(1)
  return { name: shown, details: isRoute(id) ? routes[id].summary.replace(/\.$/, '') : shown }
}

/** `window` is the application itself. */
export function describeClient(client: string | null): string {
  return client === windowClient ? 'App' : (client ?? '')
}

/** A profile of the settings. */
export interface ProfileName {
  readonly id: string
  readonly name: string
}

/** By its ID: the name that the user has given a profile. */
export function describeProvider(id: string, profiles: readonly ProfileName[]): string {
  if (id === 'demo') return 'Demo'
  if (id === 'vendor') return 'Gemini and OpenAI'
  return profiles.find((profile) => profile.id === id)?.name ?? id
}

/** Usually less than a millisecond. */
export function formatOverhead(milliseconds: number): string {
  return milliseconds < 10 ? `${formatCount(milliseconds)} ms` : formatDuration(milliseconds)
}

/** Values are null if they are unknown. */
export function listFacts(exchange: Exchange, profiles: readonly ProfileName[] = []) {
  const { endpoint, route, provider, client, keyId, model, startedAt, times, overhead } = exchange
  const { inputTokens, outputTokens } = summarizeExchange(exchange)
  const toCount = (count: number | null) => (count === null ? null : formatCount(count))
  const toTime = (milliseconds: number | null) =>
    milliseconds === null ? null : formatDuration(milliseconds)
  const agent = keyId === undefined ? undefined : exchange.requestHeaders['user-agent']
  return [
    { name: 'Endpoint', value: endpoint ?? route },
    { name: 'Model', value: model },
    { name: 'Provider', value: describeProvider(provider, profiles) || null },
    { name: keyId === undefined ? 'Client' : 'Key', value: client && describeClient(client) },
    { name: 'Client', value: agent ?? null },
    { name: 'Time', value: formatMoment(startedAt) },
    { name: 'Input tokens', value: toCount(inputTokens) },
    { name: 'Output tokens', value: toCount(outputTokens) },
    { name: 'Sent to provider', value: toTime(times.sentUpstream) },
    { name: 'Headers received', value: toTime(times.upstreamHeaders) },
    { name: 'First byte', value: toTime(times.firstByte) },
    { name: 'Total', value: toTime(times.total) },
    { name: 'Overhead', value: overhead === null ? null : formatOverhead(overhead) },
    { name: 'Request ID', value: exchange.id },
  ]
}
