// Where Markdown may be cut: read piece by piece it must be what it is as a whole.
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { expect, test } from 'vitest'
import { closeFence, cutMarkdown } from './markdown-pieces'

const words = 'word '.repeat(60)
const filler = `${'Plain words. '.repeat(400)}\n\n`
const toHtml = (text: string) => micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
const withoutEnds = (html: string) => html.replace(/\s+/g, ' ').trim()

test.each([
  ['paragraphs and headings', `${filler}## Heading\n\n${filler}**Bold** begins\n\n${filler}“Quoted”\n`],
  [
    'a block of code with empty lines',
    `${filler}\`\`\`js\n${'let a\n\nlet b\n\n'.repeat(300)}\`\`\`\n\nAfter it.\n`,
  ],
  [
    'a fence within a longer fence',
    `${filler}\`\`\`\`md\n\n\`\`\`js\n\n${`${words}\n\n`.repeat(20)}\`\`\`\`\n\nAfter it.\n`,
  ],
  ['a loose list of many items', `${filler}${`1. item\n\n   ${words}\n\n`.repeat(20)}The end.\n`],
  [
    'a list of dashes and stars',
    `${filler}${`- ${words}\n\n`.repeat(20)}${`* ${words}\n\n`.repeat(20)}End.\n`,
  ],
  [
    'a quote and a table',
    `${filler}${`> quoted\n>\n> ${words}\n\n`.repeat(20)}| a | b |\n|---|---|\n| 1 | 2 |\n\nEnd.\n`,
  ],
  ['code by indentation', `${filler}${`    ${words}\n\n`.repeat(20)}End.\n`],
  [
    'footnotes and definitions',
    `${filler}See [this] and[^1].\n\n${filler}[this]: https://example.com\n\n[^1]: A note.\n`,
  ],
])('%s reads the same piece by piece', (_, text) => {
  const pieces = cutMarkdown(text)
  expect(pieces.join('')).toBe(text)
  expect(withoutEnds(pieces.map(toHtml).join('\n'))).toBe(withoutEnds(toHtml(text)))
})

test('a long answer is cut into many pieces, and a short one into none', () => {
  const pieces = cutMarkdown(filler.repeat(50))
  expect([pieces.length, cutMarkdown('One.\n\nTwo.')]).toEqual([50, ['One.\n\nTwo.']])
})

test.each([
  ['```js\nlet a', '```js\nlet a\n```'],
  ['~~~~\n```\n', '~~~~\n```\n\n~~~~'],
  ['```\na\n```', '```\na\n```'],
  ['plain', 'plain'],
])('%j is closed', (text, closed) => {
  expect(closeFence(text)).toBe(closed)
})
