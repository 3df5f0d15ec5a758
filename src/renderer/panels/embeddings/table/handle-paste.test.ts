// Texts as they are typed or pasted.
import { expect, test } from 'vitest'
import { toLines } from './handle-paste'

test('each line is a row, whichever line breaks, and blank lines are none', () => {
  expect(toLines(' one\r\n\r\ntwo\rthree\n\n').map(({ text }) => text)).toEqual(['one', 'two', 'three'])
  expect(toLines('  \n ')).toEqual([])
})
