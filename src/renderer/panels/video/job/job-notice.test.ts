import { expect, test } from 'vitest'
import { videoStates } from '#shared/schemas/video-job'
import { videoJob } from '../../../state/video.fixture'
import { findJobProblem } from './job-notice'

test('explains every final state except a complete video', () => {
  const explained = videoStates.filter((state) => findJobProblem(videoJob({ state })) !== null)
  expect(explained).toEqual(['failed', 'filtered', 'interrupted', 'unfollowed', 'cancelled'])
})

test('explains why a job waits', () => {
  expect(findJobProblem(videoJob({ state: 'running', waiting: 'The network is away.' }))).toEqual({
    tone: 'quiet',
    title: 'The network is away.',
    details: [],
  })
})

test('a failure shows the message, when to retry, and whether the video can still be downloaded', () => {
  const error = { code: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.', retryAfter: 30 }
  const failed = videoJob({ state: 'failed', error, endedAt: 1000 })
  expect([
    findJobProblem(failed),
    findJobProblem({ ...failed, operation: 'operations/a', canFetchAgain: true, error: null }),
    findJobProblem({ ...failed, operation: 'operations/a', error: null }),
  ]).toEqual([
    {
      tone: 'danger',
      title: 'Quota exceeded.',
      details: ['The request was rejected before anything was generated.'],
      retryAt: 31_000,
    },
    {
      tone: 'danger',
      title: 'Couldn’t generate the video.',
      details: ['The video was generated. Choose Retry download to get it at no cost.'],
    },
    { tone: 'danger', title: 'Couldn’t generate the video.', details: [] },
  ])
})

test('shows the filter’s own reasons, also beside a video that passed', () => {
  const reasons = ['The prompt names a person.']
  expect([
    findJobProblem(videoJob({ state: 'filtered', reasons }))?.details[0],
    findJobProblem(videoJob({ state: 'succeeded', reasons }))?.details,
  ]).toEqual(['The prompt names a person.', reasons])
})
