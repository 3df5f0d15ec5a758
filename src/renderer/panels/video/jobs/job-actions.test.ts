import { expect, test } from 'vitest'
import { videoStates } from '#shared/schemas/video-job'
import { videoJob } from '../../../state/video.fixture'
import { listJobActions, mayBeBilled } from './job-actions'

test('lists the actions of each state; a running job cannot be removed', () => {
  const offered = videoStates.map((state) => [
    state,
    listJobActions(videoJob({ state, operation: 'operations/a' })).join(' '),
  ])
  expect(Object.fromEntries(offered)).toEqual({
    queued: 'cancel reuse',
    submitting: 'stopFollowing reuse',
    running: 'checkNow stopFollowing reuse',
    downloading: 'stopFollowing reuse',
    succeeded: 'makeAgain reuse remove',
    failed: 'makeAgain reuse remove',
    filtered: 'makeAgain reuse remove',
    interrupted: 'makeAgain reuse remove',
    unfollowed: 'followAgain makeAgain reuse remove',
    cancelled: 'makeAgain reuse remove',
  })
})

test('a failed download offers to fetch again first', () => {
  const job = videoJob({ state: 'failed', operation: 'operations/a', canFetchAgain: true })
  expect(listJobActions(job)).toEqual(['fetchAgain', 'makeAgain', 'reuse', 'remove'])
})

test('a waiting download can be retried right away', () => {
  const job = videoJob({ state: 'downloading', operation: 'operations/a', waiting: 'The connection broke.' })
  expect(listJobActions(job)).toEqual(['checkNow', 'stopFollowing', 'reuse'])
})

test('only states in which the video may be billed are marked so', () => {
  const warned = videoStates.filter((state) => mayBeBilled(videoJob({ state, operation: 'operations/a' })))
  expect(warned).toEqual(['failed', 'interrupted', 'unfollowed'])
  expect(mayBeBilled(videoJob({ state: 'failed', operation: null }))).toBe(false)
})

test('a job without an operation cannot be followed again', () => {
  expect(listJobActions(videoJob({ state: 'unfollowed', operation: null }))).toEqual([
    'makeAgain',
    'reuse',
    'remove',
  ])
})
