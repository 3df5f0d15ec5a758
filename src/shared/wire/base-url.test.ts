// Checks base URLs in the forms that users paste.
import { expect, test } from 'vitest'
import { readBaseUrl, readOpenAiBaseUrl } from './base-url'

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

test.each([
  ['http://host:11434', 'http://host:11434', '/v1'],
  ['http://host:11434/', 'http://host:11434', '/v1'],
  ['http://host:11434/v1/', 'http://host:11434', '/v1'],
  ['http://host/v1/chat/completions', 'http://host', '/v1'],
  ['http://host/v1/models', 'http://host', '/v1'],
  ['https://host/api/v1', 'https://host', '/api/v1'],
  ['https://host/openai/v1/images/edits', 'https://host', '/openai/v1'],
  ['https://host/v1beta/openai/', 'https://host', '/v1beta/openai'],
  ['https://host/api/paas/v4', 'https://host', '/api/paas/v4'],
])('of an OpenAI-compatible server: %s', (pasted, origin, path) => {
  expect(readOpenAiBaseUrl(pasted)).toEqual({ origin, path, hostname: 'host' })
})
