// Blocks that consist of fenced code.
import { expect, test } from 'vitest'
import { readFencedBlock } from './markdown-lines'

test.each([
  ['```js\nlet a\n```\n\n', { language: 'js', details: '', code: 'let a', isClosed: true }],
  ['```js\nlet a\n', { language: 'js', details: '', code: 'let a', isClosed: false }],
  ['```', { language: '', details: '', code: '', isClosed: false }],
  [
    '````md\n```\ninside\n```\n````',
    { language: 'md', details: '', code: '```\ninside\n```', isClosed: true },
  ],
  ['~~~ py title="x"\n1\n\n~~~   ', { language: 'py', details: 'title="x"', code: '1\n', isClosed: true }],
  ['```\n```', { language: '', details: '', code: '', isClosed: true }],
  ['```not code``` but text', null],
  ['text\n```\n1\n```', null],
] as const)('%j', (block, fenced) => {
  expect(readFencedBlock(block)).toEqual(fenced)
})

test('finds the closing fence before a lot of whitespace', () => {
  expect(readFencedBlock(`\`\`\`\n1\n\`\`\`${'\n'.repeat(500)}`)).toEqual({
    language: '',
    details: '',
    code: '1',
    isClosed: true,
  })
})
