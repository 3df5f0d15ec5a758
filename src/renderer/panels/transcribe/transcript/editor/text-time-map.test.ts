// Estimated times of text positions.
import { expect, test } from 'vitest'
import { findSentence, toTextOffset, toTime } from './text-time-map'

const cuts = [
  { at: 0, from: 0, to: 60_000 },
  { at: 100, from: 60_000, to: 100_000 },
]
const text = { cuts, length: 200 }

test('between the cuts time is linear, at the pace of each piece', () => {
  expect([0, 50, 99, 100, 150, 200, 900].map((offset) => toTime(text, offset))).toEqual([
    0, 30_000, 59_400, 60_000, 80_000, 100_000, 100_000,
  ])
})

test('toTextOffset is the inverse of toTime', () => {
  expect([0, 30_000, 60_000, 80_000, 100_000, 5e6].map((time) => toTextOffset(text, time))).toEqual([
    0, 50, 100, 150, 200, 200,
  ])
})

test('without cuts there is no time, and a piece without words maps to its beginning', () => {
  expect([toTime({ cuts: [], length: 9 }, 3), toTextOffset({ cuts: [], length: 9 }, 3)]).toEqual([
    undefined,
    undefined,
  ])
  const empty = {
    cuts: [
      { at: 0, from: 0, to: 10 },
      { at: 0, from: 10, to: 20 },
    ],
    length: 4,
  }
  expect([toTime(empty, 0), toTime(empty, 4), toTextOffset(empty, 5)]).toEqual([10, 20, 0])
})

test('before the first cut its beginning is used', () => {
  const late = { cuts: [{ at: 10, from: 5000, to: 9000 }], length: 20 }
  expect([toTime(late, 2), toTextOffset(late, 0)]).toEqual([5000, 10])
})

test('findSentence returns the sentence around an offset, without the spaces between sentences', () => {
  const text = 'One two. “Is it 3.5 now?” Yes\nNext line。終わり'
  const at = (offset: number) => {
    const { from, to } = findSentence(text, offset)
    return text.slice(from, to)
  }
  expect([at(0), at(5), at(9), at(19), at(27), at(31), at(text.length)]).toEqual([
    'One two.',
    'One two.',
    '“Is it 3.5 now?”',
    '“Is it 3.5 now?”',
    'Yes',
    'Next line。',
    '終わり',
  ])
})
