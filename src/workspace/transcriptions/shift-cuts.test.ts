// Known times stay with their words through an edit.
import { expect, test } from 'vitest'
import { shiftCuts } from './shift-cuts'

const cutsAt = (...offsets: number[]) => offsets.map((at, index) => ({ at, from: index, to: index + 1 }))

test.each([
  [
    'an insertion before',
    { before: 'abc def ghi', after: 'abXXXc def ghi' },
    { from: [0, 4, 8], to: [0, 7, 11] },
  ],
  [
    'an insertion at one',
    { before: 'abc def ghi', after: 'abc XX def ghi' },
    { from: [0, 4, 8], to: [0, 4, 11] },
  ],
  ['a deletion between', { before: 'abc def ghi', after: 'abc ghi' }, { from: [0, 4, 8], to: [0, 4, 4] }],
  ['an edit behind', { before: 'abc def', after: 'abc def ghi' }, { from: [0, 4], to: [0, 4] }],
  ['a replacement around one', { before: 'abcdefgh', after: 'abXXXXXXXXgh' }, { from: [0, 4], to: [0, 6] }],
  ['all deleted', { before: 'abc def', after: '' }, { from: [0, 4], to: [0, 0] }],
  ['all new', { before: '', after: 'abc' }, { from: [0], to: [0] }],
  ['repeated letters', { before: 'aaaa', after: 'aaaaaa' }, { from: [0, 4], to: [0, 4] }],
  ['nothing', { before: 'abc', after: 'abc' }, { from: [0, 2], to: [0, 2] }],
])('%s', (_, edit, offsets) => {
  expect(shiftCuts(cutsAt(...offsets.from), edit)).toEqual(cutsAt(...offsets.to))
})

test('a word that is replaced everywhere moves no cut away from its words', () => {
  const before = `${'Tom went home. '.repeat(20)}Then Tom came back again. ${'Tom sat down. '.repeat(20)}`
  const after = before.replaceAll('Tom', 'Alexander')
  const cuts = shiftCuts(cutsAt(0, before.indexOf('Then')), { before, after })
  expect(cuts).toEqual(cutsAt(0, after.indexOf('Then')))
})

test('offsets stay in order and within the text, whatever is edited', () => {
  const texts = ['', 'a', 'abab', 'one two three', 'one three two', 'ab'.repeat(40), 'one two 😀 three']
  for (const before of texts) {
    for (const after of texts) {
      const cuts = shiftCuts(cutsAt(0, before.length >> 1, before.length), { before, after })
      const offsets = cuts.map(({ at }) => at)
      expect(offsets, `${before} → ${after}`).toEqual([...offsets].sort((one, other) => one - other))
      expect(offsets.every((at) => at >= 0 && at <= after.length)).toBe(true)
    }
  }
})
