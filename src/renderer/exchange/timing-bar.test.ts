// The segments of the timing bar.
import { expect, test } from 'vitest'
import { toTimingSegments } from './TimingBar'

const names = (times: Parameters<typeof toTimingSegments>[0]) =>
  toTimingSegments(times).map(({ name, milliseconds }) => [name, milliseconds])

test('adds up to the total, in order', () => {
  const times = { sentUpstream: 2, upstreamHeaders: 90, firstByte: 100, total: 1000 }
  expect(toTimingSegments(times)).toEqual([
    { name: 'In gateway', milliseconds: 2, share: 0.002 },
    { name: 'Waiting', milliseconds: 98, share: 0.098 },
    { name: 'Streaming', milliseconds: 900, share: 0.9 },
  ])
})

test('leaves out what a request did not reach', () => {
  const none = { sentUpstream: null, upstreamHeaders: null, firstByte: null, total: 3 }
  expect(names(none)).toEqual([['In gateway', 3]])
  expect(names({ ...none, sentUpstream: 1 })).toEqual([
    ['In gateway', 1],
    ['Waiting', 2],
  ])
  expect(names({ ...none, firstByte: 2 })).toEqual([
    ['In gateway', 2],
    ['Streaming', 1],
  ])
  expect(toTimingSegments({ ...none, total: 0 })[0]?.share).toBe(0)
})
