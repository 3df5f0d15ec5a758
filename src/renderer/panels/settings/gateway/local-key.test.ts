// The environment variables for SDKs.
import { expect, test } from 'vitest'
import { toEnvironmentLines } from './LocalKey'

test('each family of SDKs gets its base URL and the local key, in the syntax of the shell', () => {
  const gateway = { url: 'http://127.0.0.1:4715', key: 'k' }
  expect(toEnvironmentLines({ ...gateway, platform: 'linux' })).toEqual([
    'export GOOGLE_GEMINI_BASE_URL="http://127.0.0.1:4715"',
    'export GEMINI_API_KEY="k"',
    'export OPENAI_BASE_URL="http://127.0.0.1:4715/v1"',
    'export OPENAI_API_KEY="k"',
  ])
  expect(toEnvironmentLines({ ...gateway, platform: 'win32' })[1]).toBe('$env:GEMINI_API_KEY = "k"')
})
