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
    succeeded: 'generateAgain reuse remove',
    failed: 'generateAgain reuse remove',
    filtered: 'generateAgain reuse remove',
    interrupted: 'generateAgain reuse remove',
    unfollowed: 'followAgain generateAgain reuse remove',
    cancelled: 'generateAgain reuse remove',
  })
})

test('a failed download offers to fetch again first', () => {
  const job = videoJob({ state: 'failed', operation: 'operations/a', canFetchAgain: true })
  expect(listJobActions(job)).toEqual(['fetchAgain', 'generateAgain', 'reuse', 'remove'])
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

test('polling cannot be resumed for a job without an operation', () => {
  expect(listJobActions(videoJob({ state: 'unfollowed', operation: null }))).toEqual([
    'generateAgain',
    'reuse',
    'remove',
  ])
})
