// Checks base URLs in the forms that users paste.
import { expect, test } from 'vitest'
import { readBaseUrl } from './base-url'

test.each([
  ['https://host', 'https://host', ''],
  [' https://host/ ', 'https://host', ''],
  ['https://host/v1', 'https://host', ''],
  ['https://host/v1beta/', 'https://host', ''],
  ['https://host/v1/v1beta', 'https://host', ''],
  ['https://host:8443/a/b//', 'https://host:8443', '/a/b'],
  ['https://host/a/v1beta/models', 'https://host', '/a'],
  ['https://host/v1beta/models/gen-2.5-pro:generateContent', 'https://host', ''],
  ['https://host/v1beta/openai/', 'https://host', ''],
  ['https://host/v1/audio/transcriptions', 'https://host', ''],
  ['https://host/x/v1/', 'https://host', '/x'],
  ['https://host/models', 'https://host', '/models'],
  ['https://host/v10', 'https://host', '/v10'],
])('%s', (pasted, origin, path) => {
  expect(readBaseUrl(pasted)).toEqual({ origin, path, hostname: 'host' })
})
