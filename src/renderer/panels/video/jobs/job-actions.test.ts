// What can be done with a job.
import { expect, test } from 'vitest'
import { videoStates } from '#shared/schemas/video-job'
import { videoJob } from '../../../state/video.fixture'
import { listJobActions, mayBeBilled } from './job-actions'

test('each state offers what can be done in it, and a job that runs cannot be taken out of the list', () => {
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

test('a download that failed can be fetched again before anything is made anew', () => {
  const job = videoJob({ state: 'failed', operation: 'operations/a', canFetchAgain: true })
  expect(listJobActions(job)).toEqual(['fetchAgain', 'makeAgain', 'reuse', 'remove'])
})

test('a download that waits for its next try can be tried at once', () => {
  const job = videoJob({ state: 'downloading', operation: 'operations/a', waiting: 'The connection broke.' })
  expect(listJobActions(job)).toEqual(['checkNow', 'stopFollowing', 'reuse'])
})

test('a second making is warned of where the first may be paid for, and only there', () => {
  const warned = videoStates.filter((state) => mayBeBilled(videoJob({ state, operation: 'operations/a' })))
  expect(warned).toEqual(['failed', 'interrupted', 'unfollowed'])
  expect(mayBeBilled(videoJob({ state: 'failed', operation: null }))).toBe(false)
})

test('what has no name upstream cannot be followed again', () => {
  expect(listJobActions(videoJob({ state: 'unfollowed', operation: null }))).toEqual([
    'makeAgain',
    'reuse',
    'remove',
  ])
})
