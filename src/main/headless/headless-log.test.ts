// Checks the lines of the headless gateway's log: a cut-off stream is never a success, and each line is one JSON object.
import { expect, test } from 'vitest'
import { Exchange, summarizeExchange } from '#shared/schemas/exchange'
import { formatExchange, formatMessage } from './headless-log'

const exchange = (changes: Partial<Exchange>) => {
  const parsed = Exchange.parse({
    id: 'x',
    endpoint: 'E6',
    route: 'streamGenerateContent',
    method: 'POST',
    path: '/v1beta/models/m:streamGenerateContent',
    model: 'm',
    upstream: 'demo',
    client: 'nightly',
    keyId: 'nightly',
    startedAt: Date.UTC(2026, 0, 2),
    status: 200,
    outcome: 'completed',
    error: null,
    requestBytes: 1,
    responseBytes: 2,
    times: { sentUpstream: 1, upstreamHeaders: 2, firstByte: 3, total: 1500 },
    usage: { promptTokenCount: 5, candidatesTokenCount: 7 },
    requestHeaders: {},
    responseHeaders: {},
    requestBody: 'secret text',
    responseBody: 'secret text',
    timeline: [],
    ...changes,
  })
  return { ...summarizeExchange(parsed), keyId: parsed.keyId }
}

const path = '/v1beta/models/m:streamGenerateContent'

test.each<[Partial<Exchange>, number, string]>([
  [{}, 200, 'E6 200'],
  [{ outcome: 'cancelled' }, 499, 'E6 499 cancelled'],
  [{ outcome: 'failed', error: 'a\nb' }, 502, 'E6 502 failed'],
  [{ outcome: 'failed', status: 429, error: 'quota' }, 429, 'E6 429 failed'],
  [{ outcome: 'rejected', status: 401, endpoint: null }, 401, ' 401'],
])('%j has the status %i', (changes, status, text) => {
  expect(formatExchange('text', exchange(changes))).toBe(`POST ${path} ${text} 1500 ms nightly\n`)
  const line = formatExchange('json', exchange(changes))
  expect(line).toMatch(/^\{.*\}\n$/)
  expect(line).not.toContain('secret')
  const { outcome, error } = exchange(changes)
  expect(JSON.parse(line)).toMatchObject({
    ...{ time: '2026-01-02T00:00:01.500Z', status, outcome, error, client: 'nightly', key: 'nightly' },
    ...{ inputTokens: 5, outputTokens: 7, durationMs: 1500 },
  })
})

test('a script whose User-Agent is the name of a key is not taken for the owner of that key', () => {
  const line = formatExchange('json', exchange({ keyId: undefined }))
  expect(JSON.parse(line)).toMatchObject({ client: 'nightly', key: null })
})

test('as JSON, a message has a level; as text, it is only the message', () => {
  expect(formatMessage('text', 'error', 'A port is in use.')).toBe('A port is in use.\n')
  expect(JSON.parse(formatMessage('json', 'error', 'A\nB'))).toMatchObject({
    level: 'error',
    message: 'A\nB',
  })
})
