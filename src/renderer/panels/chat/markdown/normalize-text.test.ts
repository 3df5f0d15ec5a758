// Distinguishing math from prices.
import { expect, test } from 'vitest'
import { normalizeText, restoreMasked } from './normalize-text'

/** Math as the parser finds it, outside of code and escapes. */
const listMath = (text: string) => {
  const spans = normalizeText(text).match(/(`+)[\s\S]*?\1|\\.|\$\$[^$]+\$\$|\$[^$]+\$/g) ?? []
  return spans.filter((span) => span.startsWith('$')).map(restoreMasked)
}

test.each([
  'It costs $5 and $10.',
  'From $5-$10, or $5/$6.',
  'US$5 and A$6',
  'It is $5, not 10$.',
  '$20 off or 30$ back',
  'echo $HOME/$PATH and $A:$B',
  'One $ alone, and $$ too',
  '$ x $',
  '\\$x\\$',
  'a $ b\n\nc $ d',
  '$$\n\n$$',
  '`$x$` and ``a ` $y$``',
  '```sh\necho $x$\n```',
  '\\\\(x\\\\)',
])('finds no math in %j', (text) => {
  expect(listMath(text)).toEqual([])
})

test.each([
  ['The $x$-axis, $2x$ and $5$.', ['$x$', '$2x$', '$5$']],
  ['Let $a_1 \\in \\{1, 2\\}$.', ['$a_1 \\in \\{1, 2\\}$']],
  ['From \\(a\\) to \\(b\\)', ['$a$', '$b$']],
  ['\\[\nx\n\\]', ['$$ x $$']],
  ['\\[\na\n\nb\n\\]', ['$$ a  b $$']],
  ['> \\[\n> x\n> \\]', ['$$   x   $$']],
  ['$$x$$ and $$\ny\n$$', ['$$x$$', '$$ y $$']],
  ['| $|x|$ |', ['$|x|$']],
  ['\\(a $5 b\\)', ['$a $5 b$']],
] as const)('finds in %j %j', (text, math) => {
  expect(listMath(text)).toEqual(math)
})

test('math ends with its paragraph', () => {
  expect(restoreMasked(normalizeText('see \\(a\n\nb\\) and $$x\n\ny$$'))).toBe(
    'see \\(a\n\nb\\) and $$x\n\ny$$',
  )
})

test('preserves every position, and restores every character', () => {
  const text = 'A $5 \\(x|y\\) 👩‍👧 $$z$$ `$`\n\n\\[\nq\n\\] $HOME'
  const normalized = normalizeText(text)
  expect(normalized.length).toBe(text.length)
  expect(restoreMasked(normalizeText('$5 or $HOME | $$'))).toBe('$5 or $HOME | $$')
})

test('preserves the length of a text that ends anywhere', () => {
  const text = 'Take $x$ or \\(y\\): $$\nz\n$$\n\n```js\n$`$a`\n```\n\\[w\\] $5.'
  for (let end = 0; end <= text.length; end += 1) {
    expect(normalizeText(text.slice(0, end)).length).toBe(end)
  }
})
