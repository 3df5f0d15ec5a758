// Events that watchers of jobs receive, and how they are merged for a slow one.
import { expect, test } from 'vitest'
import type { JobEvent } from '#shared/schemas/job'
import { mergeEvents } from './job-feed'

interface View {
  readonly id: string
  readonly step: number
}

const job = (id: string, step = 0): View => ({ id, step })
const jobs = (...views: View[]): JobEvent<View> => ({ type: 'jobs', jobs: views, total: 1, failed: 0 })
const removed = (...ids: string[]): JobEvent<View> => ({ type: 'gone', ids, total: 1, failed: 0 })

function merge(...events: JobEvent<View>[]): JobEvent<View>[] {
  const waiting: JobEvent<View>[] = []
  for (const event of events) mergeEvents(waiting, event)
  return waiting
}

test('merges the events of a job into its newest state', () => {
  expect(merge(jobs(job('a'), job('b')), jobs(job('a', 1)), jobs(job('c')))).toEqual([
    jobs(job('b'), job('a', 1), job('c')),
  ])
})

test('a removed job is removed, and a restored one is listed', () => {
  expect(merge(jobs(job('a')), removed('a'))).toEqual([removed('a')])
  expect(merge(removed('a', 'b'), jobs(job('a')))).toEqual([removed('b'), jobs(job('a'))])
  expect(merge(removed('a'), removed('b'))).toEqual([removed('a', 'b')])
})

test('a snapshot stays, followed by later events', () => {
  const snapshot: JobEvent<View> = { type: 'snapshot', jobs: [job('a')], total: 1, failed: 0 }
  expect(merge(snapshot, removed('a'), jobs(job('b')))).toEqual([snapshot, removed('a'), jobs(job('b'))])
})
