// What is shown of an exchange: its events, its times, and why it failed.
import { describe, expect, test } from 'vitest'
import { classifyError } from '#shared/schemas/exchange'
import { explainError, toEventLines } from './StoredExchange'
import { findNearestBar, toTimelineBars } from './StreamTimeline'
import { toTimingSegments } from './TimingBar'

const timeline: [number, number][] = [
  [100, 12],
  [1400, 7],
]

test('the list of events shows each with its time, gap, length and text', () => {
  expect(toEventLines({ timeline, responseBody: '{"text":"a"}\n{"b":1}' })).toEqual([
    expect.stringMatching(/^\s*100 ms {2}\+100 ms {2}12 B {2}\{"text":"a"\}$/),
    expect.stringMatching(/1\.40 s {2}\+1\.30 s {2}7 B {2}\{"b":1\}$/),
  ])
})

test('the list of events shows no text if it is not known to which event it belongs', () => {
  expect(toEventLines({ timeline, responseBody: 'a\nb\nc' }).join()).not.toMatch(/[abc]$/m)
  expect(toEventLines({ timeline, responseBody: '{"text":"a"}' })[1]).toMatch(/7 B$/)
  expect(toEventLines({ timeline: [], responseBody: '{}' })).toEqual([])
})

const times = { sentUpstream: 1, upstreamHeaders: 5, firstByte: 6, total: 7 }
const unanswered = { ...times, upstreamHeaders: null }

const explain = (status: number, outcome: 'completed' | 'failed' | 'rejected' | 'cancelled', when = times) =>
  explainError({ status, outcome, errorClass: classifyError(outcome, status), times: when })

test('a wrong local key is not the provider’s key', () => {
  expect(explain(401, 'rejected')).toContain('local key')
  expect(explain(401, 'failed')).toContain('API key')
  expect(explain(404, 'failed')).toContain('doesn’t exist')
  expect(explain(200, 'completed')).toBeNull()
})

test('a provider that responds is not one that could not be reached', () => {
  expect(explain(503, 'failed')).toContain('overloaded')
  expect(
    explainError({ status: 503, outcome: 'failed', errorClass: 'connection', times: unanswered }),
  ).toContain('wasn’t reached')
})

test('a request that the gateway did not send has only the gateway’s message', () => {
  expect(
    explainError({ status: 400, outcome: 'failed', errorClass: 'invalid', times: unanswered }),
  ).toBeNull()
})

const names = (times: Parameters<typeof toTimingSegments>[0]) =>
  toTimingSegments(times).map(({ name, milliseconds }) => [name, milliseconds])

test('the timing bar adds up to the total, in order', () => {
  const times = { sentUpstream: 2, upstreamHeaders: 90, firstByte: 100, total: 1000 }
  expect(toTimingSegments(times)).toEqual([
    { name: 'In gateway', milliseconds: 2, share: 0.002 },
    { name: 'Waiting', milliseconds: 98, share: 0.098 },
    { name: 'Streaming', milliseconds: 900, share: 0.9 },
  ])
})

test('the timing bar leaves out what a request did not reach', () => {
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

describe('timeline of a stream', () => {
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
})
