// Checks which code blocks have a preview, and that untrusted HTML becomes a sandboxed page.
import { expect, test } from 'vitest'
import { findPreview } from './CodePreview'
import { toSandboxedHtml } from './SandboxedFrame'

test('puts the policy first, and prevents refreshing, rebasing and links of the page', () => {
  const page = toSandboxedHtml(
    '<META http-equiv=refresh content="0;url=https://a.example"><me<meta>ta><base href=x><LINK rel=dns-prefetch href=//x><iframe srcdoc=a><template shadowrootmode=open>hi',
    { style: 'html{color:red}' },
  )
  const [head = '', body = ''] = page.split('<body inert>')
  expect(head).toMatch(
    /^<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy"/,
  )
  expect(body).not.toMatch(/<(meta|base|link|iframe|template)/i)
  expect(body).toContain('hi')
})

test('SVG, HTML and Mermaid have a preview, other languages and very long code do not', () => {
  const name = (language: string, code = '<p>') => findPreview(language, code)?.name
  expect([
    name('svg'),
    name('HTML'),
    name('htm'),
    name('xml', '<?xml version="1.0"?>\n<svg viewBox="0">'),
    name('Mermaid'),
  ]).toEqual(['SVG', 'HTML', 'HTML', 'SVG', 'Mermaid'])
  expect([
    name('xml', '<note/>'),
    name('js'),
    name(''),
    name('constructor'),
    name('html', 'x'.repeat(500_001)),
    name('mermaid', 'x'.repeat(50_001)),
  ]).toEqual(Array(6).fill(undefined))
})
