// What watchers of jobs are told, and what waits for one that is slow.
import { expect, test, vi } from 'vitest'
import type { JobEvent } from '#shared/schemas/job'
import { createJobFeed, mergeEvents } from './job-feed'

interface View {
  readonly id: string
  readonly step: number
}

const job = (id: string, step = 0): View => ({ id, step })
const jobs = (...views: View[]): JobEvent<View> => ({ type: 'jobs', jobs: views, total: 1 })
const gone = (...ids: string[]): JobEvent<View> => ({ type: 'gone', ids, total: 1 })

function waitFor(...events: JobEvent<View>[]): JobEvent<View>[] {
  const waiting: JobEvent<View>[] = []
  for (const event of events) mergeEvents(waiting, event)
  return waiting
}

test('of each job only its newest state waits', () => {
  expect(waitFor(jobs(job('a'), job('b')), jobs(job('a', 1)), jobs(job('c')))).toEqual([
    jobs(job('b'), job('a', 1), job('c')),
  ])
})

test('one that is gone is gone, and one that is back is there', () => {
  expect(waitFor(jobs(job('a')), gone('a'))).toEqual([gone('a')])
  expect(waitFor(gone('a', 'b'), jobs(job('a')))).toEqual([gone('b'), jobs(job('a'))])
  expect(waitFor(gone('a'), gone('b'))).toEqual([gone('a', 'b')])
})

test('a snapshot stays, and what comes after it follows it', () => {
  const snapshot: JobEvent<View> = { type: 'snapshot', jobs: [job('a')], total: 1 }
  expect(waitFor(snapshot, gone('a'), jobs(job('b')))).toEqual([snapshot, gone('a'), jobs(job('b'))])
})

test('many changes are a few events a second', async () => {
  vi.useFakeTimers()
  try {
    const feed = createJobFeed<View>(() => 1)
    const events: JobEvent<View>[] = []
    const read = async () => {
      for await (const event of feed.watch(() => [])) events.push(event)
    }
    const reading = read()
    for (let step = 0; step < 1000; step += 1) {
      feed.publish(job('a', step))
      await vi.advanceTimersByTimeAsync(1)
    }
    feed.close()
    await reading
    expect(events.length).toBeLessThanOrEqual(12)
    expect(events.length).toBeGreaterThanOrEqual(10)
    expect(events[1]).toEqual(jobs(job('a', 0)))
  } finally {
    vi.useRealTimers()
  }
})
