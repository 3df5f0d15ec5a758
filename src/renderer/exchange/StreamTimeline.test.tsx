// The bars of a stream's plot.
import { expect, test } from 'vitest'
import { findNearestBar, toTimelineBars } from './StreamTimeline'

const times = { sentUpstream: 1, upstreamHeaders: 90, firstByte: 100, total: 1000 }

test('shows an event as a bar at its time, with its size and the gap before it', () => {
  const timeline: [number, number][] = [
    [100, 50],
    [400, 200],
    [1000, 100],
  ]
  expect(toTimelineBars({ timeline, times }, 10)).toEqual([
    { from: 100, to: 100, events: 1, bytes: 50, gap: 100, left: 0.1, height: 0.25 },
    { from: 400, to: 400, events: 1, bytes: 200, gap: 300, left: 0.4, height: 1 },
    { from: 1000, to: 1000, events: 1, bytes: 100, gap: 600, left: 0.9, height: 0.5 },
  ])
})

test('joins the events of one column into one bar', () => {
  const timeline = Array.from({ length: 5000 }, (_, index): [number, number] => [100 + index * 0.1, 7])
  const bars = toTimelineBars({ timeline, times }, 200)
  expect(bars.length).toBeLessThanOrEqual(101)
  expect(bars.reduce((sum, { events }) => sum + events, 0)).toBe(5000)
  expect(bars.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(35_000)
  expect(bars[1]?.gap).toBeCloseTo(0.1)
})

test('finds the nearest bar from either side', () => {
  const bars = toTimelineBars(
    {
      timeline: [
        [100, 1],
        [500, 1],
        [900, 1],
      ],
      times,
    },
    10,
  )
  expect([0, 0.1, 0.29, 0.31, 0.69, 0.71, 1].map((share) => findNearestBar(bars, share))).toEqual([
    0, 0, 0, 1, 1, 2, 2,
  ])
  expect(findNearestBar([], 0.5)).toBe(-1)
})
