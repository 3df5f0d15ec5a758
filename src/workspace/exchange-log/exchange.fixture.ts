// Makes exchanges as the gateway reports them.
import type { Exchange } from '#shared/schemas/exchange'

export function makeExchange(id: string, startedAt: number, responseBody = '{}'): Exchange {
  return {
    id,
    endpoint: 'E6',
    route: 'streamGenerateContent',
    method: 'POST',
    path: '/v1beta/models/gen-2.5-pro:streamGenerateContent',
    query: 'alt=sse',
    model: 'gen-2.5-pro',
    upstream: 'demo',
    provider: 'demo',
    client: 'curl/8.5.0',
    operation: null,
    startedAt,
    status: 200,
    outcome: 'completed',
    error: null,
    errorClass: null,
    requestBytes: 2,
    responseBytes: 2,
    times: { sentUpstream: 1, upstreamHeaders: 2, firstByte: 3.5, total: 4.25 },
    overhead: 1,
    media: { images: 0, videos: 0, audios: 0 },
    hasBodies: true,
    usage: { totalTokenCount: 3 },
    requestHeaders: {},
    responseHeaders: {},
    requestBody: '{}',
    responseBody,
    timeline: [[1.5, 20]],
  }
}
