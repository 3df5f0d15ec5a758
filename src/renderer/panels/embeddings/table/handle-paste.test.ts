// Typed and pasted texts.
import { expect, test } from 'vitest'
import { toLines } from './handle-paste'

test('each line is a row, with any kind of line break, and blank lines are ignored', () => {
  expect(toLines(' one\r\n\r\ntwo\rthree\n\n').map(({ text }) => text)).toEqual(['one', 'two', 'three'])
  expect(toLines('  \n ')).toEqual([])
})
