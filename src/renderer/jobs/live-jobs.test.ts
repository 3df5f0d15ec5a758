// The live list of jobs: how events change it, and its earlier pages.
import { expect, test } from 'vitest'
import type { JobEvent } from '#shared/schemas/job'
import { addEarlier, emptyJobList, findJob, foldJobs, type JobList, listNewlyEnded } from './live-jobs'

interface TestJob {
  readonly id: string
  readonly createdAt: number
  readonly position: number
  readonly isEnded: boolean
  readonly words?: number
}

const open = (id: string, position: number): TestJob => ({
  id,
  position,
  createdAt: position,
  isEnded: false,
})
const ended = (id: string, createdAt: number): TestJob => ({ ...open(id, createdAt), isEnded: true })
const fold = (list: JobList<TestJob>, event: JobEvent<TestJob>) =>
  foldJobs(list, event, ({ isEnded }) => isEnded)
const start = (jobs: TestJob[], total = jobs.length) =>
  fold(emptyJobList, { type: 'snapshot', gone: [], jobs, total, failed: 0 })
const listIds = (list: JobList<TestJob>) => ({
  open: list.open.map(({ id }) => id),
  ended: list.ended.map(({ id }) => id),
  total: list.total,
  earliest: list.earliest,
  hasEarlier: list.hasEarlier,
})

test('a snapshot replaces all jobs: the queue, by position, and the ended jobs, in the given order', () => {
  const snapshot: JobEvent<TestJob> = {
    type: 'snapshot',
    gone: [],
    jobs: [open('b', 2), open('a', 1), ended('y', 8), ended('x', 7)],
    total: 9,
    failed: 0,
  }
  const list = fold(start([open('c', 3)]), snapshot)
  expect(list.isKnown).toBe(true)
  expect(listIds(list)).toEqual({
    open: ['a', 'b'],
    ended: ['y', 'x'],
    total: 9,
    earliest: 'x',
    hasEarlier: true,
  })
})

test('updates changed jobs in place, inserts new ones and removes deleted ones', () => {
  const before = start([open('b', 2), ended('x', 1)])
  const changed = { ...open('b', 2), words: 3 }
  const after = fold(before, {
    type: 'changes',
    gone: [],
    jobs: [changed, open('c', 3)],
    total: 3,
    failed: 0,
  })
  expect(after).toMatchObject({ open: [changed, open('c', 3)], total: 3, hasEarlier: false })
  expect(after.ended[0]).toBe(before.ended[0])
  expect([findJob(after, 'b'), findJob(after, 'x'), findJob(after, 'y')]).toEqual([
    changed,
    ended('x', 1),
    undefined,
  ])
  expect(
    listIds(fold(after, { type: 'changes', jobs: [], gone: ['c', 'unknown'], total: 2, failed: 0 })),
  ).toMatchObject({
    open: ['b'],
    ended: ['x'],
    total: 2,
  })
})

test('a moved job gets its new position in the queue', () => {
  const list = fold(start([open('a', 1), open('b', 2), open('c', 3)]), {
    type: 'changes',
    gone: [],
    jobs: [open('c', 0.5)],
    total: 3,
    failed: 0,
  })
  expect(listIds(list).open).toEqual(['c', 'a', 'b'])
})

test('an ended job moves to the ended ones by age, and is newly ended once', () => {
  const before = start([open('a', 5), ended('z', 9), ended('w', 2)])
  const after = fold(before, { type: 'changes', gone: [], jobs: [ended('a', 5)], total: 3, failed: 0 })
  expect(listIds(after)).toEqual({
    open: [],
    ended: ['z', 'a', 'w'],
    total: 3,
    earliest: 'w',
    hasEarlier: false,
  })
  expect(listNewlyEnded(before, after).map(({ id }) => id)).toEqual(['a'])
  const again = fold(after, { type: 'changes', gone: [], jobs: [ended('a', 5)], total: 3, failed: 0 })
  expect(listNewlyEnded(after, again)).toEqual([])
})

test('a retried job returns to the queue, and one that only changed keeps its position', () => {
  const before = start([ended('z', 9), ended('y', 8), ended('x', 7)])
  const list = fold(before, {
    type: 'changes',
    gone: [],
    jobs: [open('y', 30), { ...ended('x', 7), words: 12 }],
    total: 3,
    failed: 0,
  })
  expect(listIds(list)).toMatchObject({ open: ['y'], ended: ['z', 'x'] })
  expect(list.ended[1]?.words).toBe(12)
})

test('earlier jobs are appended without duplicates, and the last one read in order is remembered', () => {
  const first = start([ended('z', 9), ended('y', 8)], 5)
  // Cleared or not, the next page ends before it.
  const cleared = fold(first, { type: 'changes', jobs: [], gone: ['y'], total: 4, failed: 0 })
  expect(listIds(cleared)).toMatchObject({ ended: ['z'], earliest: 'y', hasEarlier: true })
  const second = addEarlier(cleared, [ended('x', 7), ended('w', 6)], 2)
  expect(listIds(second)).toMatchObject({ ended: ['z', 'x', 'w'], earliest: 'w', hasEarlier: true })
  const last = addEarlier(second, [ended('w', 6)], 2)
  expect(listIds(last)).toMatchObject({ ended: ['z', 'x', 'w'], earliest: 'w', hasEarlier: false })
})

test('an earlier page does not overwrite newer states, and an empty one is the last', () => {
  const list = start([open('b', 3), ended('z', 2)], 4)
  const more = addEarlier(list, [ended('b', 3), ended('y', 1)], 2)
  expect(listIds(more)).toMatchObject({ open: ['b'], ended: ['z', 'y'], hasEarlier: true })
  expect(addEarlier(more, [], 2).hasEarlier).toBe(false)
})

test('the next page ends before the last ended job, even if an older one is still running', () => {
  expect(start([open('b', 2), ended('z', 1), open('old', 0)], 9).earliest).toBe('z')
  expect(start([open('b', 2)]).earliest).toBe(null)
})
