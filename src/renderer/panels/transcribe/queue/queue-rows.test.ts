// The rows of the list, and how it is summarized.
import { expect, test } from 'vitest'
import { emptyJobList, foldJobs } from '../../../jobs/live-jobs'
import { makeTranscription } from '../state/transcription.fixture'
import { describeQueue } from './describe-job'
import { toFailedRows, toRows } from './queue-rows'

const queuedJobs = (id: string, state: 'queued' | 'sending' | 'paused' = 'queued') =>
  makeTranscription({ id, state })
const endedJobs = (id: string) => makeTranscription({ id, state: 'succeeded', endedAt: 2 })
const failedJobs = (id: string) => makeTranscription({ id, state: 'failed', endedAt: 2 })
const list = (jobs: ReturnType<typeof queuedJobs>[], total = jobs.length, failed = 0) =>
  foldJobs(emptyJobList, { type: 'snapshot', jobs, total, failed }, ({ endedAt }) => endedAt !== null)
const upload = { id: 's', name: 'new.mp3', bytes: 9, sent: 3, isStarted: true }
const describeRows = (rows: ReturnType<typeof toRows>) =>
  rows.map((row) => (row.kind === 'head' ? `${row.title} ${row.count}` : row.key))

test('toRows lists the queue, then uploads, then ended jobs and whether there are more', () => {
  expect(
    describeRows(toRows(list([queuedJobs('a'), queuedJobs('b'), endedJobs('z')], 1202), [upload])),
  ).toEqual(['Queue 3', 'a', 'b', 's', 'Finished 1200', 'z', 'earlier'])
})

test('toFailedRows lists only failed files, and fetches earlier ones until all are listed', () => {
  const jobs = [endedJobs('a'), failedJobs('b'), queuedJobs('c')]
  expect(describeRows(toFailedRows(list(jobs, 900, 2)))).toEqual(['Failed 2', 'b', 'earlier'])
  expect(describeRows(toFailedRows(list(jobs, 900, 1)))).toEqual(['Failed 1', 'b'])
})

test('describeQueue counts files by state, including those not read yet', () => {
  expect(
    describeQueue(
      list([queuedJobs('a', 'sending'), queuedJobs('b'), queuedJobs('c', 'paused'), endedJobs('z')], 1203),
    ),
  ).toBe('1 in progress · 1 queued · 1 paused · 1,200 finished')
  expect(describeQueue(list([failedJobs('a'), endedJobs('b')], 400, 3))).toBe('3 failed · 397 finished')
  expect(describeQueue(list([queuedJobs('a')]), 2)).toBe('2 copying · 1 queued')
  expect(describeQueue(emptyJobList)).toBe('0 files')
})

test('toRows lists a file once if its job is known before its upload is removed', () => {
  const added = { ...upload, id: 'a' }
  expect(describeRows(toRows(list([queuedJobs('a')]), [added]))).toEqual(['Queue 1', 'a'])
  expect(describeRows(toRows(emptyJobList, [added]))).toEqual(['Queue 1', 'a'])
})
