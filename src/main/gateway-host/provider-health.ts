// Whether the provider responds, from real requests and from the test in Settings; nothing is requested for it.
import type { ProviderHealth } from '#shared/schemas/application-status'
import type { Exchange } from '#shared/schemas/exchange'
import type { CheckVerdict, UpstreamReport } from '#shared/schemas/upstream-report'

export const unknownHealth: ProviderHealth = { state: 'unknown', at: null, error: null }

/** The key or the quota. Other client errors are about one request, and the provider works. */
const failingStatuses: ReadonlySet<number> = new Set([401, 403, 407, 429])

/** Returns undefined for a request that never left the gateway, or that was canceled before the provider responded. */
export function readHealth(exchange: Exchange, now: number): ProviderHealth | undefined {
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
export function readLatency({ times, status }: Exchange): number | null {
  return times.upstreamHeaders !== null && status < 400 ? times.firstByte : null
}

const working: ReadonlySet<CheckVerdict> = new Set<CheckVerdict>(['working', 'slow', 'unknown-model'])

/** A part without a key is not in use, as long as another one works. */
export function readReport({ parts }: UpstreamReport, now: number): ProviderHealth {
  const failed = parts.filter(({ verdict }) => !working.has(verdict))
  const failure = failed.find(({ verdict }) => verdict !== 'no-key')
  if (failure) return { state: 'failing', at: now, error: failure.detail || 'The provider test failed.' }
  if (failed.length < parts.length) return { state: 'reachable', at: now, error: null }
  return { state: 'no-key', at: now, error: failed[0]?.detail || null }
}
