// Blocks of a growing Markdown text.
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { expect, test } from 'vitest'
import { getAppendLog, recordAppend } from '../../../state/append-log'
import { type GrownBlocks, growBlocks, noBlocks } from './grow-blocks'

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
  '<!-- hidden\n\nstill hidden -->',
  '$$\nx = 1\n\n# y\n$$',
  '\\[\na\n\nb\n\\]',
  'After maths.',
  '    indented\n\n    still indented',
  '## Close by\nits text\n```py\n1\n```\nright after',
  'Costs $$ and more.',
  'Emoji 👩‍👩‍👧 and 漢字.',
  'The end.',
].join('\n\n')

const grow = (text: string, step: number) => {
  let grown: GrownBlocks = noBlocks
  for (let end = step; end < text.length + step; end += step) grown = growBlocks(grown, text.slice(0, end))
  return grown
}
const listBlocks = (grown: GrownBlocks) => [...grown.frozen.flat(), grown.tail].map(({ text }) => text)
const toHtml = (text: string) =>
  micromark(text, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] })

test.each([1, 2, 3, 7, 20])('pieces of %i characters give the blocks of the whole text', (step) => {
  expect(grow(answer, step)).toEqual(grow(answer, answer.length))
})

test('the blocks are the whole text, each at its place', () => {
  const { frozen, tail } = grow(answer, 5)
  const blocks = [...frozen.flat(), tail]
  expect(blocks.map(({ text }) => text).join('')).toBe(answer)
  expect(blocks.map(({ text, at }) => answer.startsWith(text, at))).toEqual(blocks.map(() => true))
})

test('what is frozen stays the same string at the same place while the text grows', () => {
  let before: GrownBlocks = noBlocks
  for (let end = 1; end <= answer.length; end += 1) {
    const after = growBlocks(before, answer.slice(0, end))
    expect(after.frozen.flat().slice(0, before.frozen.flat().length)).toEqual(before.frozen.flat())
    before = after
  }
})

test('fenced code, maths, lists and elements are not cut, whatever stands in them', () => {
  const blocks = listBlocks(grow(answer, answer.length)).map((block) => block.trim())
  const whole = [
    '## Close by',
    'its text',
    '```py\n1\n```',
    '- one\n- two\n\n  still two\n\n- three',
    '```js\nconst a = 1\n\n// # not a heading\n\n~~~\n```',
    '1. first\n\n   ```sh\n   a\n\n   b\n   ```\n2. second',
    '<details>\n<summary>More</summary>\n\nInside\n\n</details>',
    '<!-- hidden\n\nstill hidden -->',
    '$$\nx = 1\n\n# y\n$$',
    '\\[\na\n\nb\n\\]',
  ]
  expect(blocks).toEqual(expect.arrayContaining(whole))
})

test('blocks mean one by one what they mean together', () => {
  const text = answer.replace(/\n\n(\$\$\n|\\\[\n)[\s\S]*?(\$\$|\\\])(?=\n\n)/g, '')
  const apart = listBlocks(grow(text, text.length)).map((block) => toHtml(block).trim())
  expect(apart.join('\n')).toBe(toHtml(text).trim())
})

test('a piece costs the same however long the answer is', () => {
  const paragraph = `${'Words and more words. '.repeat(8)}\n\n1. one\n2. two\n\n\`\`\`js\n1\n\`\`\`\n\n`
  const longestTail = (paragraphs: number) => {
    let grown: GrownBlocks = noBlocks
    let longest = 0
    const text = paragraph.repeat(paragraphs)
    for (let end = 20; end <= text.length; end += 20) {
      longest = Math.max(longest, end - grown.tail.at)
      grown = growBlocks(grown, text.slice(0, end))
    }
    return longest
  }
  expect(longestTail(100)).toBe(longestTail(20))
})

test('what is never closed keeps the rest of the text back only for a while', () => {
  const prose = 'Some words.\n\n'.repeat(2000)
  const tails = ['$$ sign\n', '<div>\n', '\\[ sic\n'].map(
    (open) => growBlocks(noBlocks, open + prose).tail.text,
  )
  expect(tails.map((tail) => tail.length)).toEqual([13, 13, 13])
})

test('a very long list is cut between its items and keeps its numbers', () => {
  const items = Array.from({ length: 400 }, (_, index) => `${index + 1}. An item of a list\n`).join('')
  const [, second = ''] = listBlocks(growBlocks(noBlocks, items))
  expect(second).toMatch(/^\d{3}\. An item/)
})

test('groups that are full stay the same', () => {
  const text = 'A paragraph.\n\n'.repeat(100)
  const before = growBlocks(noBlocks, text)
  const after = growBlocks(before, `${text}${text}`)
  expect(after.frozen[0]).toBe(before.frozen[0])
  expect(after.frozen.map((group) => group.length)).toEqual([...Array.from({ length: 99 }, () => 2), 1])
})

test('a text that is not a continuation is read anew', () => {
  expect(listBlocks(growBlocks(grow(answer, 20), 'Other\n\nwords\n'))).toEqual(['Other\n\n', 'words\n'])
})

test('where its growth is known, the whole text is never read: an answer of 1 MB costs no more than a short one', () => {
  const refuse = () => {
    throw new Error('The text was read.')
  }
  // Stands for a text of which nothing may be asked.
  const unread = new Proxy({}, { get: refuse }) as unknown as string
  let part = {}
  recordAppend({}, part, '')
  let grown = growBlocks(noBlocks, '', getAppendLog(part))
  for (let at = 0; at < answer.length; at += 7) {
    const longer = {}
    recordAppend(part, longer, answer.slice(at, at + 7))
    part = longer
    grown = growBlocks(grown, unread, getAppendLog(part))
  }
  const { frozen, tail, reading } = growBlocks(noBlocks, answer)
  expect(grown).toMatchObject({ frozen, tail, reading })
})

test('a growth from elsewhere, or the end of it, leaves the text to tell', () => {
  const [one, other] = [{}, {}]
  recordAppend({}, one, 'One\n\n')
  recordAppend({}, other, 'Other\n\n')
  const first = growBlocks(noBlocks, 'One\n\n', getAppendLog(one))
  expect(listBlocks(growBlocks(first, 'Other\n\nwords\n', getAppendLog(other)))).toEqual([
    'Other\n\n',
    'words\n',
  ])
  expect(listBlocks(growBlocks(first, 'One\n\nmore\n'))).toEqual(['One\n\n', 'more\n'])
})
