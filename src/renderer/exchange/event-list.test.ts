// The lines of a stream's events.
import { expect, test } from 'vitest'
import { toEventLines } from './EventList'

const timeline: [number, number][] = [
  [100, 12],
  [1400, 7],
]

test('shows each event with its time, gap, length and text', () => {
  expect(toEventLines({ timeline, responseBody: '{"text":"a"}\n{"b":1}' })).toEqual([
    expect.stringMatching(/^\s*100 ms {2}\+100 ms {2}12 B {2}\{"text":"a"\}$/),
    expect.stringMatching(/1\.40 s {2}\+1\.30 s {2}7 B {2}\{"b":1\}$/),
  ])
})

test('shows no text if it is not known to which event it belongs', () => {
  expect(toEventLines({ timeline, responseBody: 'a\nb\nc' }).join()).not.toMatch(/[abc]$/m)
  expect(toEventLines({ timeline, responseBody: '{"text":"a"}' })[1]).toMatch(/7 B$/)
  expect(toEventLines({ timeline: [], responseBody: '{}' })).toEqual([])
})
