// Tests which headers are forwarded, and that none contains a key.
import { expect, test } from 'vitest'
import { toClientHeaders, toUpstreamHeaders, withoutQueryKey } from './forward'

const holdsKey = (text: string): boolean => text.includes('canary')

test('forwards the upload headers, but no credentials, nor the length of a buffered body', () => {
  const headers = {
    'x-goog-upload-command': 'start',
    'x-goog-upload-protocol': 'resumable',
    'x-goog-upload-header-content-length': '5',
    'x-goog-api-key': 'local',
    authorization: 'Bearer local',
    'content-length': '5',
    'x-goog-user-project': 'p',
  }
  const upload = {
    'accept-encoding': 'identity',
    'x-goog-upload-command': 'start',
    'x-goog-upload-protocol': 'resumable',
    'x-goog-upload-header-content-length': '5',
  }
  expect(toUpstreamHeaders(headers, false)).toEqual(upload)
  expect(toUpstreamHeaders(headers, true)).toEqual({ ...upload, 'content-length': '5' })
})

test('returns the upload URL without a key, but only for uploads', () => {
  const headers = {
    'x-goog-upload-url': 'https://host/upload/v1beta/files?key=canary&upload_id=a%2Fb',
    'x-goog-upload-status': 'active',
    'x-goog-upload-chunk-granularity': '8388608',
    'x-goog-upload-size-received': '0',
    'x-goog-upload-control-url': 'https://host/control',
    'x-request-id': 'r',
  }
  expect(toClientHeaders(headers, true, holdsKey)).toEqual({
    'x-goog-upload-url': 'https://host/upload/v1beta/files?upload_id=a%2Fb',
    'x-goog-upload-status': 'active',
    'x-goog-upload-chunk-granularity': '8388608',
    'x-goog-upload-size-received': '0',
    'x-request-id': 'r',
  })
  expect(toClientHeaders(headers, false, holdsKey)).toEqual({ 'x-request-id': 'r' })
})

test('forwards only allowed headers in both directions', () => {
  const request = {
    'user-agent': 'sdk/1',
    'x-goog-api-client': 'gl/1',
    'x-server-timeout': '9',
    'x-stainless-lang': 'js',
    'content-type': 'application/json',
  }
  const others = { cookie: 'a=b', 'x-demo-pace': 'slow', te: 'trailers', host: 'a.test', connection: 'close' }
  expect(toUpstreamHeaders({ ...request, ...others }, false)).toEqual({
    ...request,
    'accept-encoding': 'identity',
  })
  const response = { 'content-type': 'application/json', 'x-request-id': 'r1', 'x-ratelimit-remaining': '3' }
  const secret = {
    'x-goog-api-key': 'a',
    'set-cookie': 'a=b',
    'server-timing': 'x',
    location: 'http://a.test',
  }
  expect(toClientHeaders({ ...response, ...secret }, false, holdsKey)).toEqual(response)
})

test('removes an allowed header that contains a key', () => {
  const headers = {
    'x-request-id': 'for canary',
    'content-disposition': 'attachment; filename="canary.mp4"',
    etag: '"a"',
    'x-goog-upload-url': 'https://host/canary',
  }
  expect(toClientHeaders(headers, true, holdsKey)).toEqual({ etag: '"a"' })
})

test.each([
  ['/a?key=x', '/a'],
  ['/a?key=x&b=%20&c', '/a?b=%20&c'],
  ['/a?b&key=', '/a?b'],
  ['/a?monkey=1&keys=2', '/a?monkey=1&keys=2'],
  ['/a', '/a'],
])('%s without its key is %s', (address, keyless) => {
  expect(withoutQueryKey(address)).toBe(keyless)
})
