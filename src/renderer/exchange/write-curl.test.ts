// A logged request as a curl command: what is left out, and what the shell must not interpret.
import { expect, test } from 'vitest'
import { Exchange } from '#shared/schemas/exchange'
import { writeCurl } from './write-curl'

const body = `{"text":"It's $HOME \`id\`"}`
const exchange = Exchange.parse({
  id: 'x1',
  endpoint: 'E6',
  route: 'streamGenerateContent',
  method: 'POST',
  path: '/v1beta/models/gen-3.1-pro-preview:streamGenerateContent',
  model: 'gen-3.1-pro-preview',
  upstream: 'demo',
  startedAt: 1,
  status: 200,
  outcome: 'completed',
  error: null,
  requestBytes: body.length,
  responseBytes: 10,
  times: { sentUpstream: 1, upstreamHeaders: 2, firstByte: 3, total: 4 },
  usage: null,
  requestHeaders: {
    host: '127.0.0.1:4715',
    'content-type': 'application/json',
    'content-length': '30',
    'x-goog-api-key': '…',
    'x-demo': 'seed=1',
  },
  responseHeaders: { 'content-type': 'text/event-stream' },
  requestBody: body,
  responseBody: '',
  timeline: [],
})

test('the command sends the same body to the same path, with the key of the environment', () => {
  expect(writeCurl(exchange, 'http://127.0.0.1:4715')).toBe(
    [
      "# Set GEN_PLAYGROUND_KEY to the gateway's local key.",
      "curl -N 'http://127.0.0.1:4715/v1beta/models/gen-3.1-pro-preview:streamGenerateContent?alt=sse' \\",
      '  -H "x-goog-api-key: $GEN_PLAYGROUND_KEY" \\',
      "  -H 'content-type: application/json' \\",
      "  -H 'x-demo: seed=1' \\",
      `  --data-raw '{"text":"It'\\''s $HOME \`id\`"}'`,
      '',
    ].join('\n'),
  )
})

test('a body that the log does not have, or has shortened, is mentioned', () => {
  expect(writeCurl({ ...exchange, requestBody: '' }, 'http://x')).toMatch(
    /^# The log doesn’t have the body\.\n/,
  )
  expect(writeCurl({ ...exchange, requestBytes: 9_000_000 }, 'http://x')).toMatch(/only the size of media/)
  const get = { ...exchange, method: 'GET', path: '/v1beta/models', requestBody: '', requestBytes: 0 }
  expect(writeCurl(get, 'http://x')).toContain("\ncurl -N 'http://x/v1beta/models' \\\n")
  expect(writeCurl({ ...get, method: 'DELETE' }, 'http://x')).toContain(
    "curl -N -X DELETE 'http://x/v1beta/models'",
  )
})

test('a form is sent as one, with a file that the log does not have', () => {
  const requestHeaders = { 'content-type': 'multipart/form-data; boundary=x' }
  const form = { ...exchange, requestHeaders, path: '/v1/audio/transcriptions', model: 'gen-4o-transcribe' }
  expect(
    writeCurl({ ...form, requestBody: 'model: gen-4o-transcribe' }, 'http://x')
      .split('\n')
      .slice(2),
  ).toEqual([
    "curl -N 'http://x/v1/audio/transcriptions' \\",
    '  -H "x-goog-api-key: $GEN_PLAYGROUND_KEY" \\',
    "  -F 'model=gen-4o-transcribe' \\",
    "  -F 'file=@audio.wav'",
    '',
  ])
})
