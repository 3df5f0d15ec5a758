// The list of transcriptions through its events.
import { expect, test } from 'vitest'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { makeTranscription } from './transcription.fixture'
import {
  addEarlier,
  emptyList,
  foldTranscriptions,
  listNewlyEnded,
  type TranscriptionList,
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
