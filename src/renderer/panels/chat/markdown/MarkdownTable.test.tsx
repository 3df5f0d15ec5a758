// Copying a table.
import { expect, test } from 'vitest'
import { toCsv, toMarkdownTable } from './markdown-components'

test('quotes cells if necessary, and preserves formulas as text', () => {
  expect(
    toCsv([
      ['a,b', 'say "x"'],
      ['two\nlines', '=1+1'],
      ['-5', '-cmd'],
    ]),
  ).toBe('"a,b","say ""x"""\r\n"two\nlines",\'=1+1\r\n-5,\'-cmd\r\n')
})

test('escapes bars within cells', () => {
  expect(
    toMarkdownTable([
      ['a', 'b'],
      ['x|y', 'z\nw'],
    ]),
  ).toBe('| a | b |\n| --- | --- |\n| x\\|y | z w |')
})
