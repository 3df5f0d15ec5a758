// Splitting a streamed Markdown text into blocks.
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { expect, test } from 'vitest'
import { getAppendLog, recordAppend } from '../../../state/fold-chat'
import { emptyBlocks, type IncrementalBlocks, updateBlocks } from './incremental-blocks'

const answer = [
  '# Title',
  'A paragraph with *emphasis*\nover two lines.',
  '- one\n- two\n\n  still two\n\n- three',
  '```js\nconst a = 1\n\n// # not a heading\n\n~~~\n```',
  '| a | b |\n| - | - |\n| 1 | 2 |',
  'Setext\n======',
  '> quoted\n> ```\n> code\n\nnot quoted',
  '1. first\n\n   ```sh\n   a\n\n   b\n   ```\n2. second',
  '<details>\n<summary>More</summary>\n\nInside\n\n</details>',
  '$$\nx = 1\n\n# y\n$$',
  '\\[\na\n\nb\n\\]',
  'After math.',
  '    indented\n\n    still indented',
  '## Close by\nits text\n```py\n1\n```\nright after',
  'Costs $$ and more.',
  'Emoji 👩‍👩‍👧 and 漢字.',
  'The end.',
].join('\n\n')

const stream = (text: string, step: number) => {
  let blocks: IncrementalBlocks = emptyBlocks
  for (let end = step; end < text.length + step; end += step)
    blocks = updateBlocks(blocks, text.slice(0, end))
  return blocks
}
const listBlocks = (blocks: IncrementalBlocks) =>
  [...blocks.frozen.flat(), blocks.tail].map(({ text }) => text)
const toHtml = (text: string) =>
  micromark(text, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] })

test.each([1, 2, 3, 7, 20])('chunks of %i characters result in the same blocks as the whole text', (step) => {
  expect(stream(answer, step)).toEqual(stream(answer, answer.length))
})

test('loses no text, and knows the position of each block', () => {
  const { frozen, tail } = stream(answer, 5)
  const blocks = [...frozen.flat(), tail]
  expect(blocks.map(({ text }) => text).join('')).toBe(answer)
  expect(blocks.map(({ text, at }) => answer.startsWith(text, at))).toEqual(blocks.map(() => true))
})

test('frozen blocks do not change as text is appended', () => {
  let before: IncrementalBlocks = emptyBlocks
  for (let end = 1; end <= answer.length; end += 1) {
    const after = updateBlocks(before, answer.slice(0, end))
    expect(after.frozen.flat().slice(0, before.frozen.flat().length)).toEqual(before.frozen.flat())
    before = after
  }
})

test('does not split fenced code, math, lists and elements, whatever they contain', () => {
  const blocks = listBlocks(stream(answer, answer.length)).map((block) => block.trim())
  const whole = [
    '## Close by',
    'its text',
    '```py\n1\n```',
    '- one\n- two\n\n  still two\n\n- three',
    '```js\nconst a = 1\n\n// # not a heading\n\n~~~\n```',
    '1. first\n\n   ```sh\n   a\n\n   b\n   ```\n2. second',
    '<details>\n<summary>More</summary>\n\nInside\n\n</details>',
    '$$\nx = 1\n\n# y\n$$',
    '\\[\na\n\nb\n\\]',
  ]
  expect(blocks).toEqual(expect.arrayContaining(whole))
})

test('blocks parsed one by one result in the HTML of the whole text', () => {
  const text = answer.replace(/\n\n(\$\$\n|\\\[\n)[\s\S]*?(\$\$|\\\])(?=\n\n)/g, '')
  const html = listBlocks(stream(text, text.length)).map((block) => toHtml(block).trim())
  expect(html.join('\n')).toBe(toHtml(text).trim())
})

test('the text to parse per chunk does not depend on the length of the answer', () => {
  const paragraph = `${'Words and more words. '.repeat(8)}\n\n1. one\n2. two\n\n\`\`\`js\n1\n\`\`\`\n\n`
  const measureMaxTail = (paragraphs: number) => {
    let blocks: IncrementalBlocks = emptyBlocks
    let max = 0
    const text = paragraph.repeat(paragraphs)
    for (let end = 20; end <= text.length; end += 20) {
      max = Math.max(max, end - blocks.tail.at)
      blocks = updateBlocks(blocks, text.slice(0, end))
    }
    return max
  }
  expect(measureMaxTail(100)).toBe(measureMaxTail(20))
})

test('treats an unclosed delimiter as text after a while', () => {
  const prose = 'Some words.\n\n'.repeat(2000)
  const tails = ['$$ sign\n', '<div>\n', '\\[ sic\n'].map(
    (open) => updateBlocks(emptyBlocks, open + prose).tail.text,
  )
  expect(tails.map((tail) => tail.length)).toEqual([13, 13, 13])
})

test('splits a very long list between its items and preserves its numbers', () => {
  const items = Array.from({ length: 400 }, (_, index) => `${index + 1}. An item of a list\n`).join('')
  const [, second = ''] = listBlocks(updateBlocks(emptyBlocks, items))
  expect(second).toMatch(/^\d{3}\. An item/)
})

test('does not change full groups', () => {
  const text = 'A paragraph.\n\n'.repeat(100)
  const before = updateBlocks(emptyBlocks, text)
  const after = updateBlocks(before, `${text}${text}`)
  expect(after.frozen[0]).toBe(before.frozen[0])
  expect(after.frozen.map((group) => group.length)).toEqual([...Array.from({ length: 99 }, () => 2), 1])
})

test('parses a different text from its start', () => {
  expect(listBlocks(updateBlocks(stream(answer, 20), 'Other\n\nwords\n'))).toEqual(['Other\n\n', 'words\n'])
})

test('never reads the whole text if its append log is known, so long answers take the same time as short ones', () => {
  const fail = () => {
    throw new Error('The text was read.')
  }
  // Fails if anything reads the text.
  const unread = new Proxy({}, { get: fail }) as unknown as string
  let part = {}
  recordAppend({}, part, '')
  let blocks = updateBlocks(emptyBlocks, '', getAppendLog(part))
  for (let at = 0; at < answer.length; at += 7) {
    const longer = {}
    recordAppend(part, longer, answer.slice(at, at + 7))
    part = longer
    blocks = updateBlocks(blocks, unread, getAppendLog(part))
  }
  const { frozen, tail, state } = updateBlocks(emptyBlocks, answer)
  expect(blocks).toMatchObject({ frozen, tail, state })
})

test('compares the text itself if the append log differs or is missing', () => {
  const [one, other] = [{}, {}]
  recordAppend({}, one, 'One\n\n')
  recordAppend({}, other, 'Other\n\n')
  const first = updateBlocks(emptyBlocks, 'One\n\n', getAppendLog(one))
  expect(listBlocks(updateBlocks(first, 'Other\n\nwords\n', getAppendLog(other)))).toEqual([
    'Other\n\n',
    'words\n',
  ])
  expect(listBlocks(updateBlocks(first, 'One\n\nmore\n'))).toEqual(['One\n\n', 'more\n'])
})
