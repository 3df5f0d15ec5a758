// Checks which links of answers may be opened in other apps.
import { expect, test } from 'vitest'
import { parseExternalUrl } from './app-urls'

test.each([
  'https://example.com/a?b=c',
  'http://127.0.0.1:4715/',
  'mailto:a@example.com',
  ' HTTPS://EXAMPLE.COM',
])('%s may be opened', (url) => {
  expect(parseExternalUrl(url)?.href).toBe(new URL(url).href)
})

test.each([
  'smb://server/share',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'vscode://x',
  '//example.com',
  'example.com',
  '',
])('%s may not', (url) => {
  expect(parseExternalUrl(url)).toBeUndefined()
})
