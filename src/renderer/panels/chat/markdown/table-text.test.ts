// A table as it is copied.
import { expect, test } from 'vitest'
import { toCsv, toMarkdownTable } from './table-text'

test('cells are quoted where they must be, and formulas stay text', () => {
  expect(
    toCsv([
      ['a,b', 'say "x"'],
      ['two\nlines', '=1+1'],
      ['-5', '-cmd'],
    ]),
  ).toBe('"a,b","say ""x"""\r\n"two\nlines",\'=1+1\r\n-5,\'-cmd\r\n')
})

test('bars within cells do not end them', () => {
  expect(
    toMarkdownTable([
      ['a', 'b'],
      ['x|y', 'z\nw'],
    ]),
  ).toBe('| a | b |\n| --- | --- |\n| x\\|y | z w |')
})
