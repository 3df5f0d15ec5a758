// Headers by the lists: uploads have theirs, and no header brings a key along.
import { expect, test } from 'vitest'
import { toClientHeaders, toUpstreamHeaders, withoutQueryKey } from './header-filters'

const holdsKey = (text: string): boolean => text.includes('canary')

test('the steps of an upload go up, credentials and the length of bytes at hand do not', () => {
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

test('an upload’s answer tells where it goes on, without any key; another answer does not', () => {
  const headers = {
    'x-goog-upload-url': 'https://host/upload/v1beta/files?key=canary&upload_id=a%2Fb',
    'x-goog-upload-status': 'active',
    'x-goog-upload-chunk-granularity': '8388608',
    'x-goog-upload-size-received': '0',
    'x-goog-upload-control-url': 'https://host/control',
    'x-request-id': 'r',
  }
  expect(toClientHeaders(headers, { isUpload: true, holdsKey })).toEqual({
    'x-goog-upload-url': 'https://host/upload/v1beta/files?upload_id=a%2Fb',
    'x-goog-upload-status': 'active',
    'x-goog-upload-chunk-granularity': '8388608',
    'x-goog-upload-size-received': '0',
    'x-request-id': 'r',
  })
  expect(toClientHeaders(headers, { isUpload: false, holdsKey })).toEqual({ 'x-request-id': 'r' })
})

test('a header of the list in which a key stands is left out', () => {
  const headers = {
    'x-request-id': 'for canary',
    'content-disposition': 'attachment; filename="canary.mp4"',
    etag: '"a"',
    'x-goog-upload-url': 'https://host/canary',
  }
  expect(toClientHeaders(headers, { isUpload: true, holdsKey })).toEqual({ etag: '"a"' })
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
