// The facts of an exchange, and the messages for answers without one.
import { expect, test } from 'vitest'
import { formatMoment } from '../../../components/format'
import { describeMissingExchange, toExchangeFacts } from './ExchangeView'

const times = { sentUpstream: 2, upstreamHeaders: null, firstByte: null, total: 31 }
const exchange = {
  id: 'x',
  endpoint: null,
  route: 'countTokens',
  method: 'POST',
  path: '/v1beta/models/gen-2.5-pro:countTokens',
  model: null,
  upstream: 'vendor',
  startedAt: new Date(2026, 4, 21, 9, 5, 30).getTime(),
  status: 502,
  outcome: 'failed',
  error: 'Gone.',
  requestBytes: 1,
  responseBytes: 0,
  times,
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
  ])
})

test('each reason for a missing exchange has its own message', () => {
  const turns = [
    { state: 'complete', edited: true, exchangeId: null },
    { state: 'running', edited: false, exchangeId: 'x' },
    { state: 'failed', edited: false, exchangeId: null },
    { state: 'complete', edited: false, exchangeId: 'x' },
  ] as const
  expect(new Set(turns.map(describeMissingExchange)).size).toBe(turns.length)
})
