// Markdown without its marks.
import { expect, test } from 'vitest'
import { toPlainText } from './plain-text'

test.each([
  ['# Title\n\nA **bold** [link](https://a.example) and `x < 1 && y`', 'Title\nA bold link and x < 1 && y'],
  ['- one\n- ~~two~~', 'one\ntwo'],
  ['2**10 and **kwargs in List<String>', '2**10 and **kwargs in List<String>'],
  ['```js\nlet a = "b"\n```', 'let a = "b"'],
])('%j is %j', (markdown, text) => {
  expect(toPlainText(markdown).replace(/\n+/g, '\n')).toBe(text)
})
