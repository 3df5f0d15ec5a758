// Finds Markdown that would freeze the page, and nothing else.
import { expect, test } from 'vitest'
import { isTooComplex } from './is-too-complex'

test.each([
  ['quotes', `${'>'.repeat(3000)}x`],
  ['lists in one line', `${'- '.repeat(1000)}x`],
  ['quotes and lists', `${'> - 1. '.repeat(300)}x`],
  ['indented lists', Array.from({ length: 300 }, (_, level) => `${'  '.repeat(level)}- x`).join('\n')],
  ['links', `${'['.repeat(1000)}x${'](a)'.repeat(1000)}`],
  ['images', `${'![x'.repeat(1000)}${'](a)'.repeat(1000)}`],
  ['emphasis', `${'*a _b '.repeat(500)}${' c_ d*'.repeat(500)}`],
  ['emphasis over lines', `${'*a _b\n'.repeat(500)}${' c_ d*\n'.repeat(500)}`],
  ['emphasis after bars', '| *a _b\n'.repeat(500)],
  ['code marks', Array.from({ length: 400 }, (_, index) => '`'.repeat(index + 1)).join(' ')],
  ['elements', `${'<div>'.repeat(3000)}x`],
])('nested %s are too complex', (_name, text) => {
  expect(isTooComplex(text)).toBe(true)
})

test.each([
  ['a long paragraph', 'Words with *emphasis*, `code` and [links](https://a.example). '.repeat(100)],
  ['a long list', '- **Bold**: _text_ with `code` [x]\n'.repeat(5000)],
  ['a long numbered list', '1. **Bold**: _text_\n'.repeat(5000)],
  ['a long table', `| a | b |\n| - | - |\n${'| **a** | `b` |\n'.repeat(5000)}`],
  ['a rule', '-'.repeat(1000)],
  ['ten levels of lists', Array.from({ length: 100 }, (_, at) => `${'  '.repeat(at % 10)}- x`).join('\n')],
  ['many short elements', '<b>x</b><br>'.repeat(2000)],
  ['a long formula', `$$${'\\frac{a_1}{b_{2}} + '.repeat(100)}$$`],
])('%s is not', (_name, text) => {
  expect(isTooComplex(text)).toBe(false)
})
