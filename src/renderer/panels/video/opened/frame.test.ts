// The name of a frame that is kept.
import { expect, test } from 'vitest'
import { nameFrame } from './frame'

test('a frame is named by a line of the prompt and by its moment', () => {
  expect([nameFrame('A boat\n on  the sea', 3.2166), nameFrame('x'.repeat(90), 12)]).toEqual([
    'A boat on the sea, at 3.2 s.png',
    `${'x'.repeat(60)}…, at 12 s.png`,
  ])
})
