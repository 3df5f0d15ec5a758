// Blocks that consist of fenced code.
import { expect, test } from 'vitest'
import { readFencedBlock } from './markdown-lines'

test.each([
  ['```js\nlet a\n```\n\n', { language: 'js', code: 'let a', isClosed: true }],
  ['```js\nlet a\n', { language: 'js', code: 'let a', isClosed: false }],
  ['```', { language: '', code: '', isClosed: false }],
  ['````md\n```\ninside\n```\n````', { language: 'md', code: '```\ninside\n```', isClosed: true }],
  ['~~~ py title="x"\n1\n\n~~~   ', { language: 'py', code: '1\n', isClosed: true }],
  ['```\n```', { language: '', code: '', isClosed: true }],
  ['```not code``` but text', null],
  ['text\n```\n1\n```', null],
] as const)('%j', (block, fenced) => {
  expect(readFencedBlock(block)).toEqual(fenced)
})

test('finds the closing fence before a lot of whitespace', () => {
  expect(readFencedBlock(`\`\`\`\n1\n\`\`\`${'\n'.repeat(500)}`)).toEqual({
    language: '',
    code: '1',
    isClosed: true,
  })
})
