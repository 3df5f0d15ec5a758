// A logged request that is edited, or written as a command.
import { expect, test } from 'vitest'
import { toCurl } from '#shared/endpoints/samples/curl'
import { readRequest } from './EditRequestDialog'
import { toSampleRequest } from './to-sample-request'

const typed = {
  method: 'POST',
  path: '/v1beta/models?a=1 ',
  headers: 'Accept: a/b:c\n\n x-demo : 1 ',
  body: '{}',
}

test('an edited request has its headers, one a line', () => {
  expect(readRequest(typed)).toEqual({
    request: {
      method: 'POST',
      path: '/v1beta/models?a=1',
      headers: { accept: 'a/b:c', 'x-demo': '1' },
      body: '{}',
    },
    problems: {},
  })
})

test('an edited request sends invalid JSON, but says so', () => {
  const { request, problems } = readRequest({ ...typed, body: '{' })
  expect([request?.body, problems.body]).toEqual(['{', 'The body isn’t valid JSON.'])
})

test('an edited request sends media that the log has, and a form with its line breaks', () => {
  const hash = 'ab'.repeat(32)
  const media = `{"data":"<400 characters of Base64, SHA-256 ${hash}>"}`
  expect(readRequest({ ...typed, body: media }).request?.body).toBe(media)
  const headers = 'content-type: multipart/form-data; boundary=x'
  const form = `--x\nContent-Disposition: form-data; name="file"; filename="a"\n\n<9 bytes, SHA-256 ${hash}>\n--x--\n`
  expect(readRequest({ ...typed, headers, body: form })).toMatchObject({
    request: { body: form.replaceAll('\n', '\r\n') },
    problems: {},
  })
})

test.each([
  ['path', { path: 'http://example.com/' }],
  ['headers', { headers: 'accept' }],
  ['headers', { headers: 'a b: c' }],
  ['headers', { headers: 'x-emoji: 👋' }],
  ['body', { body: '{"data":"<400 characters of Base64>"}' }],
] as const)('shows a problem of the %s', (field, change) => {
  const { request, problems } = readRequest({ ...typed, ...change })
  expect([request, Object.keys(problems)]).toEqual([undefined, [field]])
})

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
