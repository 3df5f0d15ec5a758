// Rendering Markdown in chunks gives the same result as rendering it whole.
import fc from 'fast-check'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { expect, test } from 'vitest'
import { closeFence, cutMarkdown, renderMarkdown } from './markdown'

const words = 'word '.repeat(60)
const filler = `${'Plain words. '.repeat(400)}\n\n`
const toHtml = (text: string) => micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
const withoutEnds = (html: string) => html.replace(/\s+/g, ' ').trim()

/** Blocks that a cut in their middle would change. */
const blocks = [
  `## Heading\n\n${filler}**Bold** begins\n\n${filler}“Quoted”\n\n`,
  `\`\`\`js\n${'let a\n\nlet b\n\n'.repeat(300)}\`\`\`\n\nAfter it.\n\n`,
  `\`\`\`\`md\n\n\`\`\`js\n\n${`${words}\n\n`.repeat(20)}\`\`\`\`\n\nAfter it.\n\n`,
  `${`1. item\n\n   ${words}\n\n`.repeat(20)}The end.\n\n`,
  `${`- ${words}\n\n`.repeat(20)}${`* ${words}\n\n`.repeat(20)}End.\n\n`,
  `${`> quoted\n>\n> ${words}\n\n`.repeat(20)}| a | b |\n|---|---|\n| 1 | 2 |\n\nEnd.\n\n`,
  `${`    ${words}\n\n`.repeat(20)}End.\n\n`,
]

test('any sequence of blocks renders the same in chunks', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(filler, ...blocks), { maxLength: 4 }), (sequence) => {
      const text = `${filler}${sequence.join('')}`
      const chunks = cutMarkdown(text).map((chunk) => chunk.text)
      expect(chunks.join('')).toBe(text)
      expect(withoutEnds(chunks.map(toHtml).join('\n'))).toBe(withoutEnds(toHtml(text)))
    }),
    { numRuns: 12, examples: blocks.map((block): [string[]] => [[block]]) },
  )
})

const notes = (count: number, write: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => write(number)).join('')

test.each([
  [
    'footnotes in their order',
    `${notes(20, (n) => `Told[^n${n}]. ${filler}`)}${notes(20, (n) => `[^n${n}]: N${n}\n`)}`,
  ],
  [
    'a footnote with three distant references',
    `One[^a].\n\n${filler}Two[^b] and[^a].\n\n${filler}Three[^A].\n\n[^a]: First.\n\n    Its second paragraph.\n\n[^b]: Second.\n`,
  ],
  [
    'definitions in the middle',
    `See [this].\n\n[this]: https://example.com\n[^1]: A *note*.\n\n${filler}And [that][this][^1].\n`,
  ],
  [
    'a footnote within a footnote',
    `${filler}One[^a].\n\n${filler}Two.\n\n[^a]: As [there][l][^b].\n\n[^b]: End.\n\n[l]: https://example.com\n`,
  ],
  [
    'what only looks like a definition',
    `${filler}\`\`\`\n\n[^a]: code\n\n\`\`\`\n\nOne[^a].\n\n${filler}End.\n`,
  ],
  ['a definition within a paragraph', `${filler}A line\n[a]: https://example.com\n\n${filler}See [a].\n`],
  [
    'a definition with its title below',
    `[a]: https://example.com\n  "Title"\n\n${filler}See [a].\n\n${filler}End.\n`,
  ],
  ['names that are never defined', `${filler}One[^x] and [y].\n\n${filler}[^z]: Never called.\n`],
])('%s render the same in chunks', async (_, text) => {
  let html = ''
  for await (const chunk of renderMarkdown(text, 'a')) html += chunk
  const whole = micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml({ clobberPrefix: 'a-' })] })
  expect(withoutEnds(html)).toBe(withoutEnds(whole))
})

test('cuts a long answer into many chunks, a list between its items, and a short answer not at all', () => {
  const long = filler.repeat(50)
  const withFootnotes = `${long}${notes(50, (n) => `[^${n}]: Note.\n`)}`
  expect([long, withFootnotes, 'One.\n\nTwo.'].map((text) => cutMarkdown(text).length)).toEqual([50, 50, 1])
  const list = `${`- ${words}\n  goes on\n`.repeat(300)}`
  const chunks = cutMarkdown(list).map(({ text }) => text)
  expect([chunks.length > 2, chunks.join('')]).toEqual([true, list])
  expect(chunks.filter((chunk) => !chunk.startsWith('- '))).toEqual([])
})

test.each([
  ['```js\nlet a', '```js\nlet a\n```'],
  ['~~~~\n```\n', '~~~~\n```\n\n~~~~'],
  ['```\na\n```', '```\na\n```'],
  ['plain', 'plain'],
])('%j is closed', (text, closed) => {
  expect(closeFence(text)).toBe(closed)
})
