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

test('a snapshot is parted into the queue, in its order, and what has ended, as it came', () => {
  expect(tell(start([open('b', 2), open('a', 1), ended('y', 8), ended('x', 7)], 9))).toEqual({
    open: ['a', 'b'],
    ended: ['y', 'x'],
    total: 9,
    earliest: 'x',
    hasEarlier: true,
  })
})

test('a moved job takes its new place in the queue', () => {
  const list = foldTranscriptions(start([open('a', 1), open('b', 2), open('c', 3)]), {
    type: 'jobs',
    jobs: [open('c', 0.5)],
    total: 3,
  })
  expect(tell(list).open).toEqual(['c', 'a', 'b'])
})

test('a job that ends leaves the queue for the place of its age, and is told as newly ended once', () => {
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

test('a retried job goes back to the queue, and one that only changed keeps its place', () => {
  const before = start([ended('z', 9), ended('y', 8), ended('x', 7)])
  const list = foldTranscriptions(before, {
    type: 'jobs',
    jobs: [open('y', 30), { ...ended('x', 7), words: 12 }],
    total: 3,
  })
  expect(tell(list)).toMatchObject({ open: ['y'], ended: ['z', 'x'] })
  expect(list.ended[1]?.words).toBe(12)
})

test('progress of the queue leaves the ended ones as the very same list', () => {
  const before = start([open('a', 1), ended('z', 9)])
  const after = foldTranscriptions(before, { type: 'jobs', jobs: [open('a', 1)], total: 2 })
  expect(after.ended).toBe(before.ended)
})

test('earlier ones come after those that are there, are asked for by the last that came in turn, and none comes twice', () => {
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

test('the queue comes first, then what is on its way into it, then what has ended and how much more there is', () => {
  expect(
    describeRows(toRows(list([queuedJobs('a'), queuedJobs('b'), endedJobs('z')], 1202), [sound])),
  ).toEqual(['Queue 3', 'a', 'b', 's', 'Ended 1200', 'z', 'earlier'])
})

test('a part without a file has no title', () => {
  expect(describeRows(toRows(list([endedJobs('z')]), []))).toEqual(['Ended 1', 'z'])
  expect(describeRows(toRows(emptyList, [sound]))).toEqual(['Queue 1', 's'])
})

test('the whole is told by what its files do, and those that were not fetched count as well', () => {
  expect(
    describeQueue(
      list([queuedJobs('a', 'sending'), queuedJobs('b'), queuedJobs('c', 'paused'), endedJobs('z')], 1203),
    ),
  ).toBe('1 under way · 1 queued · 1 paused · 1,200 ended')
  expect(describeQueue(emptyList)).toBe('0 files')
})

test('a file whose job is listed before the call that adds it returns is listed once', () => {
  const job = queuedJobs('a')
  const added = { ...sound, adding: job.source.media }
  expect(describeRows(toRows(list([job]), [added]))).toEqual(['Queue 1', 'a'])
  expect(describeRows(toRows(emptyList, [added]))).toEqual(['Queue 1', 's'])
})
