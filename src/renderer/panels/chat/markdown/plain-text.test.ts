// Markdown without its marks.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toPlainText } from './plain-text'
import { texts, words } from './texts.fixture'

test.each([
  ['# Title\n\nA **bold** [link](https://a.example) and `x < 1 && y`', 'Title\nA bold link and x < 1 && y'],
  ['- one\n- ~~two~~', 'one\ntwo'],
  ['2**10 and **kwargs in List<String>', '2**10 and **kwargs in List<String>'],
  ['| a | b |\n| :- | -: |\n| 1 | **2** | 3 |', '| a | b |\n| 1 | 2 | 3 |'],
  [
    'Word[^1] ![A fox](https://a.example).\n\n[^1]: Note.\n\n[1]: https://b.example',
    'Word[^1] !A fox.\n[^1]: Note.\n[1]: https://b.example',
  ],
  ['```js\nlet a = "b"\n```', 'let a = "b"'],
])('%j is %j', (markdown, text) => {
  expect(toPlainText(markdown).replace(/\n+/g, '\n')).toBe(text)
})

test('has every word in order, and nothing else', () => {
  fc.assert(
    fc.property(texts, (text) => {
      // The language of code is no text.
      fc.pre(!text.includes('```w'))
      const plain = toPlainText(text)
      expect(words(plain)).toEqual(words(text))
      expect(plain).not.toContain('Footnotes')
    }),
    { numRuns: 500 },
  )
})
