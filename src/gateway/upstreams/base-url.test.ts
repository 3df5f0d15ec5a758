// Base URLs as people paste them.
import { expect, test } from 'vitest'
import { readApiBaseUrl, readBaseUrl } from './base-url'

test.each([
  ['https://host', 'https://host', ''],
  [' https://host/ ', 'https://host', ''],
  ['https://host/v1beta/', 'https://host', ''],
  ['https://host/v1/v1beta', 'https://host', ''],
  ['https://host:8443/a/b//', 'https://host:8443', '/a/b'],
  ['https://host/a/v1beta/models', 'https://host', '/a'],
])('%s', (pasted, origin, path) => {
  expect(readBaseUrl(pasted)).toMatchObject({ origin, path })
})

test.each([
  ['https://host/v1', ''],
  ['https://host/v1/audio/transcriptions', ''],
  ['https://host/x/v1/', '/x'],
])('%s for transcriptions', (pasted, path) => {
  expect(readApiBaseUrl(pasted).path).toBe(path)
})
