// A logged request as a sample: what the log does not have is noted or refused, and no credential is written.
import { expect, test } from 'vitest'
import { toCurl } from '#shared/endpoints/samples/curl'
import { toSampleRequest } from './to-sample-request'

const body = `{"text":"It's $HOME \`id\`"}`
const exchange = {
  route: 'streamGenerateContent',
  method: 'POST',
  path: '/v1beta/models/gen-3.1-pro-preview:streamGenerateContent',
  query: 'alt=sse',
  requestBytes: body.length,
  requestHeaders: {
    host: '127.0.0.1:4715',
    'content-type': 'application/json',
    'content-length': '30',
    'x-goog-api-key': '…',
    'x-goog-upload-command': '…',
    'x-demo': 'seed=1',
  },
  requestBody: body,
}
const write = (changes: Partial<typeof exchange>) => {
  const request = toSampleRequest({ ...exchange, ...changes })
  return request && toCurl(request, { baseUrl: 'http://x', key: null })
}

test('the command sends the query, the body, and the headers of the API, with the key of the environment', () => {
  expect(write({})).toBe(
    [
      "# Set GEN_PLAYGROUND_KEY to the gateway's local key.",
      `curl -N 'http://x/v1beta/models/gen-3.1-pro-preview:streamGenerateContent?alt=sse&key='"$GEN_PLAYGROUND_KEY" \\`,
      "  -H 'x-demo: seed=1' \\",
      "  -H 'Content-Type: application/json' \\",
      "  -d @- <<'JSON'",
      `{ "text": "It's $HOME \`id\`" }`,
      'JSON',
      '',
    ].join('\n'),
  )
})

test('a request that the log does not have is not written as another one', () => {
  expect(write({ requestBody: '' })).toBeNull()
  expect(write({ requestBody: '{"cut": ' })).toBeNull()
  expect(write({ query: 'token=…' })).toBeNull()
  expect(write({ requestBody: '{"data":"<1200 characters of Base64>"}' })).toMatch(
    /^# The log has only the size of media/,
  )
  const hash = 'ab'.repeat(32)
  const requestBody = `{"data":"<1200 characters of Base64, SHA-256 ${hash}>"}`
  expect(write({ requestBody, requestBytes: 1212 })).toMatch(/^# Save the media from the request/)
})

const description = 'model: gen-4o-transcribe\nprompt: Names\nfile: talk (1).wav (audio/wav, 1200 bytes)'
const parts = [
  'Content-Disposition: form-data; name="model"\r\n\r\ngen-4o-transcribe',
  'Content-Disposition: form-data; name="prompt"\r\n\r\nNames',
  'Content-Disposition: form-data; name="file"; filename="talk (1).wav"\r\nContent-Type: audio/wav\r\n\r\n' +
    `<1200 bytes of audio/wav, SHA-256 ${'a'.repeat(64)}>`,
]
const whole = `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`

test.each([
  ['described', description],
  ['logged as a whole', whole],
])('a form that is %s is written with a name in place of the file', (_how, requestBody) => {
  const form = { ...exchange, route: 'transcribe', path: '/v1/audio/transcriptions', query: '', requestBody }
  expect(write(form)).toContain(
    [
      "curl -N 'http://x/v1/audio/transcriptions' \\",
      '  -H "Authorization: Bearer $GEN_PLAYGROUND_KEY" \\',
      "  -F 'model=gen-4o-transcribe' \\",
      "  -F 'prompt=Names' \\",
      "  -F 'file=@talk (1).wav'",
    ].join('\n'),
  )
})
