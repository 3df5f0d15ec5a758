// The shortest change between two texts.
import { expect, test } from 'vitest'
import { findChange } from './text-editor'

test('findChange covers only the difference, at the beginning, in the middle, at the end, and in repetitions', () => {
  expect(findChange('same', 'same')).toBeUndefined()
  const pairs = [
    ['', 'new'],
    ['old', ''],
    ['one two', 'one three two'],
    ['aaa', 'aa'],
    ['aa', 'aaa'],
    ['abcabc', 'abc'],
    ['x end', 'y end'],
  ]
  for (const [before = '', after = ''] of pairs) {
    const { from, to, insert } = findChange(before, after) ?? { from: 0, to: 0, insert: '' }
    expect(before.slice(0, from) + insert + before.slice(to)).toBe(after)
  }
  // A streamed text is only appended to, so that the reader’s position stays.
  expect(findChange('one', 'one two')).toEqual({ from: 3, to: 3, insert: ' two' })
})
