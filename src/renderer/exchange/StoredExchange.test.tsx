// The facts of an exchange.
import { expect, test } from 'vitest'
import { formatMoment } from '../components/format'
import { toExchangeFacts } from './StoredExchange'

const times = { sentUpstream: 2, upstreamHeaders: null, firstByte: null, total: 31 }
const exchange = {
  id: 'x',
  endpoint: null,
  route: 'countTokens',
  method: 'POST',
  path: '/v1beta/models/gen-2.5-pro:countTokens',
  query: '',
  model: null,
  upstream: 'vendor',
  provider: 'vendor',
  client: null,
  operation: null,
  startedAt: new Date(2026, 4, 21, 9, 5, 30).getTime(),
  status: 502,
  outcome: 'failed',
  error: 'Gone.',
  errorClass: 'connection',
  requestBytes: 1,
  responseBytes: 0,
  times,
  overhead: 2,
  media: { images: 0, videos: 0, audios: 0 },
  hasBodies: true,
  usage: null,
  requestHeaders: {},
  responseHeaders: {},
  requestBody: '',
  responseBody: '',
  timeline: [],
} as const

test('omits unknown facts, and names the route if the endpoint is unknown', () => {
  expect(toExchangeFacts({ ...exchange, timeline: [] })).toEqual([
    { name: 'Endpoint', value: 'countTokens' },
    { name: 'Provider', value: 'Gemini and OpenAI' },
    { name: 'Time', value: formatMoment(exchange.startedAt) },
    { name: 'Sent to provider', value: 2 },
    { name: 'Total', value: 31 },
    { name: 'Overhead', value: '2 ms' },
    { name: 'Request ID', value: 'x' },
  ])
})
