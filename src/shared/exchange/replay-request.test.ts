// Requests that can be rebuilt from the log, and those that can’t.
import { expect, test } from 'vitest'
import { isBillable, listHiddenHeaders, toReplay } from './replay-request'

const body = '{"contents":[{"parts":[{"text":"Grüße"}]}]}'
const logged = {
  method: 'POST',
  path: '/v1beta/models/gen-2.5-flash:streamGenerateContent',
  query: 'alt=sse',
  route: 'streamGenerateContent',
  requestHeaders: {
    host: '127.0.0.1:4715',
    'content-type': 'application/json; charset=utf-8',
    'content-length': '44',
    'user-agent': 'my-script/2.0',
    'x-goog-api-key': '…',
    'x-playground-client': '…',
    'x-team': '…',
    'sec-fetch-mode': 'cors',
    'x-demo': 'pace=fast',
  },
  requestBody: body,
  requestBytes: Buffer.byteLength(body),
  hasBodies: true,
}

test('rebuilds the request with its query and its own headers, without credentials', () => {
  expect(toReplay(logged)).toEqual({
    request: {
      method: 'POST',
      path: '/v1beta/models/gen-2.5-flash:streamGenerateContent?alt=sse',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'my-script/2.0',
        'x-demo': 'pace=fast',
      },
      body,
    },
  })
  expect(listHiddenHeaders(logged)).toEqual(['x-team'])
})

test('rebuilds a request with media that the log has, if no character is missing', () => {
  const requestBody = `{"data":"<400 characters of Base64url, SHA-256 ${'ab'.repeat(32)}>","text":"ü"}`
  const requestBytes = Buffer.byteLength('{"data":"","text":"ü"}') + 400
  expect(toReplay({ ...logged, requestBody, requestBytes }).request?.body).toBe(requestBody)
  expect(toReplay({ ...logged, requestBody, requestBytes: requestBytes + 1 }).problem).toMatch(/hidden/)
})

test('rebuilds a request without a body', () => {
  const get = { ...logged, method: 'GET', route: 'listModels', path: '/v1beta/models', query: '' }
  const replay = toReplay({ ...get, requestBody: '', requestBytes: 0, hasBodies: false })
  expect(replay.request).toMatchObject({ method: 'GET', path: '/v1beta/models', body: '' })
})

test.each([
  ['an unknown route', { route: 'unknown' }],
  ['a hidden part of the path', { path: '/upload/v1beta/files/…' }],
  ['a hidden parameter', { query: 'alt=sse&session=…' }],
  ['bodies excluded from the log', { hasBodies: false, requestBody: '' }],
  ['a form with a file', { route: 'transcribe', requestBody: 'model=gen-4o-transcribe' }],
  ['a body that is not text', { requestBody: '<2048 bytes of audio/wav>', requestBytes: 2048 }],
  [
    'media with line breaks',
    {
      requestBody: `{"data":"<400 characters of Base64 with other characters, SHA-256 ${'ab'.repeat(32)}>"}`,
      requestBytes: 411,
    },
  ],
  ['media', { requestBody: '{"data":"<400 characters of Base64>"}', requestBytes: 411 }],
  ['a long body', { requestBody: 'x'.repeat(262_144), requestBytes: 300_000 }],
  ['a rejected body', { requestBody: '', requestBytes: 10 }],
  ['a redacted key of the length of its mark', { requestBody: '{"a":"[redacted]"}', requestBytes: 18 }],
  ['a redacted key', { requestBody: '{"a":"sk-…"}', requestBytes: 40 }],
])('says why it can’t rebuild a request with %s', (_, change) => {
  expect(toReplay({ ...logged, ...change })).toEqual({ problem: expect.stringMatching(/^[A-Z].*\.$/) })
})

test('knows which requests a provider may bill', () => {
  expect(['predictLongRunning', 'countTokens', 'getOperation'].map((route) => isBillable({ route }))).toEqual(
    [true, false, false],
  )
})
