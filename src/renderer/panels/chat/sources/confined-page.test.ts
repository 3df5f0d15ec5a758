// A stranger's HTML as a page that may do nothing.
import { expect, test } from 'vitest'
import { toConfinedPage } from './confined-page'

test('the policy stands before everything else, and nothing can refresh or rebase the page', () => {
  const page = toConfinedPage(
    '<META http-equiv=refresh content="0;url=https://a.example"><me<meta>ta><base href=x>hi',
  )
  const [head = '', body = ''] = page.split('<body inert>')
  expect(head).toMatch(
    /^<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy"/,
  )
  expect(body).not.toMatch(/<(meta|base)/i)
  expect(body).toContain('hi')
})
