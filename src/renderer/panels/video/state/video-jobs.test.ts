import { expect, test } from 'vitest'
import { videoJob } from '../../../state/video.fixture'
import { addEarlier, findEarliest, foldVideos, noVideos } from './video-jobs'

const first = videoJob({ id: 'first', createdAt: 1, state: 'succeeded', endedAt: 9 })
const second = videoJob({ id: 'second', createdAt: 2, state: 'running' })
const third = videoJob({ id: 'third', createdAt: 3 })

function ids(live: { readonly jobs: readonly { readonly id: string }[] }) {
  return live.jobs.map(({ id }) => id)
}

test('a snapshot replaces all jobs, newest first', () => {
  const before = foldVideos(noVideos, { type: 'snapshot', jobs: [third], total: 1 })
  expect(foldVideos(before, { type: 'snapshot', jobs: [first, second], total: 5 })).toEqual({
    status: 'live',
    jobs: [second, first],
    total: 5,
    hasEarlier: true,
  })
})

test('updates changed jobs in place, inserts new ones and removes deleted ones', () => {
  const live = foldVideos(noVideos, { type: 'snapshot', jobs: [second, first], total: 2 })
  const done = { ...second, state: 'succeeded' as const }
  const told = foldVideos(live, { type: 'jobs', jobs: [done, third], total: 3 })
  expect(told).toEqual({ status: 'live', jobs: [third, done, first], total: 3, hasEarlier: false })
  expect(told.jobs[2]).toBe(first)
  expect(ids(foldVideos(told, { type: 'gone', ids: ['third', 'unknown'], total: 2 }))).toEqual([
    'second',
    'first',
  ])
})

test('an earlier page does not overwrite newer states, and an empty one is the last', () => {
  const live = foldVideos(noVideos, { type: 'snapshot', jobs: [third, second], total: 4 })
  const stale = { ...second, state: 'submitting' as const }
  const more = addEarlier(live, [stale, first])
  expect({ jobs: more.jobs, hasEarlier: more.hasEarlier }).toEqual({
    jobs: [third, second, first],
    hasEarlier: true,
  })
  expect(addEarlier(more, []).hasEarlier).toBe(false)
})

test('requests the page before the last ended job, even if an older one is still running', () => {
  const old = videoJob({ id: 'old', createdAt: 0, state: 'running' })
  const live = foldVideos(noVideos, { type: 'snapshot', jobs: [second, first, old], total: 9 })
  expect(findEarliest(live)).toBe('first')
  expect(findEarliest(foldVideos(noVideos, { type: 'snapshot', jobs: [second], total: 1 }))).toBe(undefined)
})
