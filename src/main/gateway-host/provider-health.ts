// Whether the provider responds, from real requests and from the test in Settings; nothing is requested for it.
import type { ProviderHealth } from '#shared/schemas/application-status'
import type { Exchange } from '#shared/schemas/exchange'
import type { CheckedPart, UpstreamKind, UpstreamReport } from '#shared/schemas/upstream'

export const unknownHealth: ProviderHealth = { state: 'unknown', at: null, error: null }

/** The key or the quota. Other client errors are about one request, and the provider works. */
const failingStatuses: ReadonlySet<number> = new Set([401, 403, 407, 429])

/** Returns undefined for a request that never left the gateway, or that was canceled before the provider responded. */
function readHealth(exchange: Exchange, now: number): ProviderHealth | undefined {
  const { times, status, outcome, error } = exchange
  if (times.sentUpstream === null) return undefined
  const hasResponse = times.upstreamHeaders !== null
  if (!hasResponse && outcome !== 'failed') return undefined
  const isBroken = outcome === 'failed' && (!hasResponse || status < 400)
  if (!isBroken && status < 500 && !failingStatuses.has(status)) {
    return { state: 'reachable', at: now, error: null }
  }
  return { state: 'failing', at: now, error: error ?? `The provider responded with status ${status}.` }
}

/** Null for a request that the gateway or the provider rejected, because it says nothing about how fast answers are. */
function readLatency({ times, status }: Exchange): number | null {
  return times.upstreamHeaders !== null && status < 400 ? times.firstByte : null
}

/** Latency and health as some requests show them. */
export interface ProviderResponses {
  /** The last request’s that has one. */
  readonly latency: number | null
  /** The last known one of each kind of provider. */
  readonly health: ReadonlyMap<UpstreamKind, { readonly startedAt: number; readonly health: ProviderHealth }>
}

/** In the order in which they ended. */
export function readResponses(exchanges: readonly Exchange[], now: number): ProviderResponses {
  let latency: number | null = null
  const byKind = new Map<UpstreamKind, { readonly startedAt: number; readonly health: ProviderHealth }>()
  for (const exchange of exchanges) {
    latency = readLatency(exchange) ?? latency
    const health = readHealth(exchange, now)
    if (health) byKind.set(exchange.upstream, { startedAt: exchange.startedAt, health })
  }
  return { latency, health: byKind }
}

/** A part without a key is not in use, as long as another one works. */
export function readReport({ parts }: UpstreamReport, now: number): ProviderHealth {
  // A provider without one of the models works.
  const failed = parts.filter(({ verdict }) => verdict !== 'working' && verdict !== 'model')
  const failure = failed.find(({ verdict }) => verdict !== 'no-key')
  if (failure) return { state: 'failing', at: now, error: describeFailure(failure) }
  if (failed.length < parts.length) return { state: 'reachable', at: now, error: null }
  return { state: 'no-key', at: now, error: failed[0] ? describeFailure(failed[0]) : null }
}

function describeFailure({ finding, advice, detail }: CheckedPart): string {
  return detail || `${finding}. ${advice}`
}
