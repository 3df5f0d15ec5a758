// Untrusted HTML in a sandboxed page.
import { expect, test } from 'vitest'
import { toSandboxedHtml } from './Sources'

test('puts the policy first, and prevents refreshing or rebasing the page', () => {
  const page = toSandboxedHtml(
    '<META http-equiv=refresh content="0;url=https://a.example"><me<meta>ta><base href=x>hi',
  )
  const [head = '', body = ''] = page.split('<body inert>')
  expect(head).toMatch(
    /^<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy"/,
  )
  expect(body).not.toMatch(/<(meta|base)/i)
  expect(body).toContain('hi')
})
