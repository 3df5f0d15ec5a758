// What is maths and what is a price.
import { expect, test } from 'vitest'
import { restoreSigns, settleMaths } from './settle-maths'

/** Maths as the parser will find it, outside of code and escapes. */
const listMaths = (text: string) => {
  const spans = settleMaths(text).match(/(`+)[\s\S]*?\1|\\.|\$\$[^$]+\$\$|\$[^$]+\$/g) ?? []
  return spans.filter((span) => span.startsWith('$')).map(restoreSigns)
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
])('%j holds no maths', (text) => {
  expect(listMaths(text)).toEqual([])
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
] as const)('%j holds %j', (text, maths) => {
  expect(listMaths(text)).toEqual(maths)
})

test('maths that goes on after the end of its paragraph is none', () => {
  expect(restoreSigns(settleMaths('see \\(a\n\nb\\) and $$x\n\ny$$'))).toBe('see \\(a\n\nb\\) and $$x\n\ny$$')
})

test('places stay what they were, and every sign comes back', () => {
  const text = 'A $5 \\(x|y\\) 👩‍👧 $$z$$ `$`\n\n\\[\nq\n\\] $HOME'
  const settled = settleMaths(text)
  expect(settled.length).toBe(text.length)
  expect(restoreSigns(settleMaths('$5 or $HOME | $$'))).toBe('$5 or $HOME | $$')
})

test('a text that is cut anywhere stays a text', () => {
  const text = 'Take $x$ or \\(y\\): $$\nz\n$$\n\n```js\n$`$a`\n```\n\\[w\\] $5.'
  for (let end = 0; end <= text.length; end += 1) {
    expect(settleMaths(text.slice(0, end)).length).toBe(end)
  }
})
