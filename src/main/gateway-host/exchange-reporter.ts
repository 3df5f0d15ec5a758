// Reports requests that have ended from the gateway's thread, many at once, so that the main thread is rarely woken.
import type { EndedExchange } from '#shared/schemas/exchange'
import { createThrottle } from '#workspace/concurrency/timing'
import { type ExchangeBatch, encodeBatch } from '#workspace/exchange-log/exchange-batch'
import type { KeyUse } from '#workspace/user-data/named-keys'
import { type ProviderResponses, readResponses } from './provider-health'

export interface ExchangeReport {
  readonly batch: ExchangeBatch
  readonly responses: ProviderResponses
  /** By ID of a named key. */
  readonly keyUses: readonly (KeyUse & { readonly id: string })[]
}

/** Reports the first request immediately, and further ones after the interval, or as soon as there are this many. */
const reportIntervalMs = 50
const maxReported = 200
/** Characters of bodies that are reported at once. */
const maxReportedChars = 1_048_576

export function createExchangeReporter(report: (report: ExchangeReport) => void) {
  let ended: EndedExchange[] = []
  let chars = 0

  const flush = () => {
    if (ended.length === 0) return
    const exchanges = ended
    ended = []
    chars = 0
    const responses = readResponses(exchanges, Date.now())
    report({ batch: encodeBatch(exchanges), responses, keyUses: listKeyUses(exchanges) })
  }
  const throttle = createThrottle(reportIntervalMs, flush)

  return {
    add(exchange: EndedExchange) {
      ended.push(exchange)
      chars += exchange.requestBody.length + exchange.responseBody.length
      if (ended.length >= maxReported || chars >= maxReportedChars) flush()
      else throttle.schedule()
    },
    flush,
  }
}

export function listKeyUses(exchanges: readonly EndedExchange[]): ExchangeReport['keyUses'] {
  const uses = new Map<string, KeyUse>()
  for (const { keyId, startedAt } of exchanges) {
    if (keyId === undefined) continue
    const { requests, lastUsedAt } = uses.get(keyId) ?? { requests: 0, lastUsedAt: 0 }
    uses.set(keyId, { requests: requests + 1, lastUsedAt: Math.max(lastUsedAt, startedAt) })
  }
  return [...uses].map(([id, use]) => ({ id, ...use }))
}
