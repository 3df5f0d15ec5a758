// Blocks of a growing Markdown text.
import { parseMarkdownIntoBlocks } from 'streamdown'
import { expect, test } from 'vitest'
import { type GrownBlocks, growBlocks, noBlocks } from './grow-blocks'

const answer = [
  '# Title',
  'A paragraph with *emphasis*\nover two lines.',
  '- one\n- two\n\n  still two\n\n- three',
  '```js\nconst a = 1\n\n// # not a heading\n```',
  '| a | b |\n| - | - |\n| 1 | 2 |',
  'Setext\n======',
  '> quoted\n> on\n\nnot quoted',
  '1. first\n2. second',
  '<details>\n<summary>More</summary>\n\nInside\n\n</details>',
  'The end.',
].join('\n\n')

const grow = (text: string, step: number) => {
  let grown: GrownBlocks = noBlocks
  for (let end = step; end < text.length + step; end += step) grown = growBlocks(grown, text.slice(0, end))
  return grown
}
const whole = parseMarkdownIntoBlocks(answer).filter((block) => block.trim() !== '')
const toBlocks = (grown: GrownBlocks) => [...grown.frozen, grown.tail]

test.each([1, 2, 3, 7, 20, 1000])('pieces of %i characters give the blocks of the whole text', (step) => {
  expect(toBlocks(grow(answer, step))).toEqual(whole)
})

test('what is frozen stays the same string at the same place while the text grows', () => {
  let before: GrownBlocks = noBlocks
  for (let end = 1; end <= answer.length; end += 1) {
    const after = growBlocks(before, answer.slice(0, end))
    expect(after.frozen.slice(0, before.frozen.length)).toEqual(before.frozen)
    before = after
  }
})

test('a piece costs the same however long the answer is', () => {
  const paragraph = `${'Words and more words. '.repeat(8)}\n\n`
  const longestTail = (paragraphs: number) => {
    let grown: GrownBlocks = noBlocks
    let longest = 0
    const text = paragraph.repeat(paragraphs)
    for (let end = 20; end <= text.length; end += 20) {
      longest = Math.max(longest, end - grown.tailStart)
      grown = growBlocks(grown, text.slice(0, end))
    }
    return longest
  }
  expect(longestTail(400)).toBe(longestTail(20))
})

test('a text that is not a continuation is read anew', () => {
  expect(toBlocks(growBlocks(grow(answer, 20), 'Other\n\nwords'))).toEqual(['Other\n\n', 'words'])
})
