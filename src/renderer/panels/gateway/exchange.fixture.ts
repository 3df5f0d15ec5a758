// A request in the log, for tests.
import type { ExchangeSummary } from '#shared/schemas/exchange'

/** A completed request of the window to the demo, with the given changes. */
export function makeExchange(startedAt: number, change: Partial<ExchangeSummary> = {}): ExchangeSummary {
  return {
    id: `r${startedAt}`,
    startedAt,
    outcome: 'completed',
    status: 200,
    endpoint: 'E2',
    route: 'generateContent',
    method: 'POST',
    path: '/v1beta/models/gen-2.5-flash:generateContent',
    model: 'gen-2.5-flash',
    client: 'window',
    upstream: 'demo',
    provider: 'demo',
    inputTokens: 1,
    outputTokens: 2,
    thoughtsTokens: null,
    cachedTokens: null,
    firstByte: 10,
    total: 20,
    overhead: 1,
    requestBytes: 100,
    responseBytes: 100,
    errorClass: null,
    error: null,
    operation: null,
    hasDetail: true,
    ...change,
  }
}
