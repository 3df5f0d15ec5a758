// How the fields of the dialog become a request, and which problems they show.
import { expect, test } from 'vitest'
import { readRequest } from './EditRequestDialog'

const typed = {
  method: 'POST',
  path: '/v1beta/models?a=1 ',
  headers: 'Accept: a/b:c\n\n x-demo : 1 ',
  body: '{}',
}

test('reads headers, one a line', () => {
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

test('sends invalid JSON, but says so', () => {
  const { request, problems } = readRequest({ ...typed, body: '{' })
  expect([request?.body, problems.body]).toEqual(['{', 'The body isn’t valid JSON.'])
})

test('sends media that the log has, and a form with its line breaks', () => {
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
