// What is said of a job that did not go as usual.
import { expect, test } from 'vitest'
import { videoStates } from '#shared/schemas/video-job'
import { videoJob } from '../../../state/video.fixture'
import { findTrouble } from './job-notice'

test('every end but a whole video is told, and what goes as usual needs no words', () => {
  const told = videoStates.filter((state) => findTrouble(videoJob({ state })) !== null)
  expect(told).toEqual(['failed', 'filtered', 'interrupted', 'unfollowed', 'cancelled'])
})

test('what waits says why', () => {
  expect(findTrouble(videoJob({ state: 'running', waiting: 'The network is away.' }))).toEqual({
    tone: 'quiet',
    title: 'The network is away.',
    sentences: [],
  })
})

test('a failure says what was answered, when to try again, and whether the video is only to be fetched', () => {
  const error = { code: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.', retryAfter: 30 }
  const failed = videoJob({ state: 'failed', error, endedAt: 1000 })
  expect([
    findTrouble(failed),
    findTrouble({ ...failed, operation: 'operations/a', canFetchAgain: true, error: null }),
    findTrouble({ ...failed, operation: 'operations/a', error: null }),
  ]).toEqual([
    {
      tone: 'danger',
      title: 'Quota exceeded.',
      sentences: ['It was refused before anything was made.'],
      retryAt: 31_000,
    },
    {
      tone: 'danger',
      title: 'The video could not be made.',
      sentences: ['The video itself was made. “Fetch again” fetches it, and costs nothing.'],
    },
    { tone: 'danger', title: 'The video could not be made.', sentences: [] },
  ])
})

test('the reasons of a filter are told in its own words, also beside a video that has passed', () => {
  const reasons = ['The prompt names a person.']
  expect([
    findTrouble(videoJob({ state: 'filtered', reasons }))?.sentences[0],
    findTrouble(videoJob({ state: 'succeeded', reasons }))?.sentences,
  ]).toEqual(['The prompt names a person.', reasons])
})
