// The list of transcriptions and its rows.
import { expect, test } from 'vitest'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { describeQueue } from '../queue/describe-job'
import { makeTranscription } from './transcription.fixture'
import {
  addEarlier,
  emptyList,
  foldTranscriptions,
  listNewlyEnded,
  type TranscriptionList,
  toRows,
} from './transcription-list'

const open = (id: string, position: number) => makeTranscription({ id, position, createdAt: position })
const ended = (id: string, createdAt: number) =>
  makeTranscription({ id, state: 'succeeded', createdAt, position: createdAt, endedAt: 9999 })
const start = (jobs: readonly TranscriptionJob[], total = jobs.length) =>
  foldTranscriptions(emptyList, { type: 'snapshot', jobs: [...jobs], total })
const tell = (list: TranscriptionList) => ({
  open: list.open.map(({ id }) => id),
  ended: list.ended.map(({ id }) => id),
  total: list.total,
  earliest: list.earliest,
  hasEarlier: list.hasEarlier,
})

test('a snapshot is split into the queue, by position, and the ended jobs, in the given order', () => {
  expect(tell(start([open('b', 2), open('a', 1), ended('y', 8), ended('x', 7)], 9))).toEqual({
    open: ['a', 'b'],
    ended: ['y', 'x'],
    total: 9,
    earliest: 'x',
    hasEarlier: true,
  })
})

test('a moved job gets its new position in the queue', () => {
  const list = foldTranscriptions(start([open('a', 1), open('b', 2), open('c', 3)]), {
    type: 'jobs',
    jobs: [open('c', 0.5)],
    total: 3,
  })
  expect(tell(list).open).toEqual(['c', 'a', 'b'])
})

test('an ended job moves to the ended ones by age, and is newly ended once', () => {
  const before = start([open('a', 5), ended('z', 9), ended('w', 2)])
  const after = foldTranscriptions(before, { type: 'jobs', jobs: [ended('a', 5)], total: 3 })
  expect(tell(after)).toEqual({
    open: [],
    ended: ['z', 'a', 'w'],
    total: 3,
    earliest: 'w',
    hasEarlier: false,
  })
  expect(listNewlyEnded(before, after).map(({ id }) => id)).toEqual(['a'])
  const again = foldTranscriptions(after, { type: 'jobs', jobs: [ended('a', 5)], total: 3 })
  expect(listNewlyEnded(after, again)).toEqual([])
})

test('a retried job returns to the queue, and one that only changed keeps its position', () => {
  const before = start([ended('z', 9), ended('y', 8), ended('x', 7)])
  const list = foldTranscriptions(before, {
    type: 'jobs',
    jobs: [open('y', 30), { ...ended('x', 7), words: 12 }],
    total: 3,
  })
  expect(tell(list)).toMatchObject({ open: ['y'], ended: ['z', 'x'] })
  expect(list.ended[1]?.words).toBe(12)
})

test('progress in the queue keeps the same array of ended jobs', () => {
  const before = start([open('a', 1), ended('z', 9)])
  const after = foldTranscriptions(before, { type: 'jobs', jobs: [open('a', 1)], total: 2 })
  expect(after.ended).toBe(before.ended)
})

test('earlier jobs are appended without duplicates, and the last one read in order is remembered', () => {
  const first = start([ended('z', 9), ended('y', 8)], 5)
  // Cleared or not, it is what the application goes on from.
  const cleared = foldTranscriptions(first, { type: 'gone', ids: ['y'], total: 4 })
  expect(tell(cleared)).toMatchObject({ ended: ['z'], earliest: 'y', hasEarlier: true })
  const second = addEarlier(cleared, { jobs: [ended('x', 7), ended('w', 6)], limit: 2 })
  expect(tell(second)).toMatchObject({ ended: ['z', 'x', 'w'], earliest: 'w', hasEarlier: true })
  const last = addEarlier(second, { jobs: [ended('w', 6)], limit: 2 })
  expect(tell(last)).toMatchObject({ ended: ['z', 'x', 'w'], earliest: 'w', hasEarlier: false })
})

const queuedJobs = (id: string, state: 'queued' | 'sending' | 'paused' = 'queued') =>
  makeTranscription({ id, state })
const endedJobs = (id: string) => makeTranscription({ id, state: 'failed', endedAt: 2 })
const list = (jobs: ReturnType<typeof queuedJobs>[], total = jobs.length) =>
  foldTranscriptions(emptyList, { type: 'snapshot', jobs, total })
const sound = { id: 's', name: 'new.mp3', bytes: 9, sent: 3 }
const describeRows = (rows: ReturnType<typeof toRows>) =>
  rows.map((row) => (row.kind === 'head' ? `${row.title} ${row.count}` : row.key))

test('toRows lists the queue, then uploads, then ended jobs and whether there are more', () => {
  expect(
    describeRows(toRows(list([queuedJobs('a'), queuedJobs('b'), endedJobs('z')], 1202), [sound])),
  ).toEqual(['Queue 3', 'a', 'b', 's', 'Ended 1200', 'z', 'earlier'])
})

test('toRows adds no heading for an empty part', () => {
  expect(describeRows(toRows(list([endedJobs('z')]), []))).toEqual(['Ended 1', 'z'])
  expect(describeRows(toRows(emptyList, [sound]))).toEqual(['Queue 1', 's'])
})

test('describeQueue counts files by state, including those not read yet', () => {
  expect(
    describeQueue(
      list([queuedJobs('a', 'sending'), queuedJobs('b'), queuedJobs('c', 'paused'), endedJobs('z')], 1203),
    ),
  ).toBe('1 under way · 1 queued · 1 paused · 1,200 ended')
  expect(describeQueue(emptyList)).toBe('0 files')
})

test('toRows lists a file once if its job is known before its upload is removed', () => {
  const job = queuedJobs('a')
  const added = { ...sound, adding: job.source.media }
  expect(describeRows(toRows(list([job]), [added]))).toEqual(['Queue 1', 'a'])
  expect(describeRows(toRows(emptyList, [added]))).toEqual(['Queue 1', 's'])
})
