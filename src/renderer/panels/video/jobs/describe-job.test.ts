import { expect, test } from 'vitest'
import { videoJob } from '../../../state/video.fixture'
import { describeJob } from './describe-job'

const model = 'gen-video-3.1-fast-generate-preview'

function describe(...job: Parameters<typeof describeJob>) {
  const { line, detail } = describeJob(...job)
  return [line, detail]
}

const now = 100_000

test('a running job shows its age and the next poll', () => {
  const running = videoJob({ state: 'running', createdAt: 1, submittedAt: 28_000, nextPollAt: 106_400 })
  expect([
    describe(videoJob({ createdAt: 95_000 }), now),
    describe(running, now),
    describe({ ...running, nextPollAt: 99_000 }, now),
    describe({ ...running, state: 'submitting', nextPollAt: null }, now),
  ]).toEqual([
    ['Queued · 5 s', model],
    ['Generating · 1 min 12 s', 'next check in 7 s'],
    ['Generating · 1 min 12 s', 'checking now'],
    ['Sending · 1 min 12 s', model],
  ])
})

test('an ended job shows when it ended', () => {
  const later = 10 * 24 * 3_600_000
  const ended = videoJob({ state: 'succeeded', endedAt: now })
  expect([
    describe(ended, now),
    describe(ended, now + 300_000),
    describe({ ...ended, state: 'filtered' }, now + 7_200_000),
    describe({ ...ended, endedAt: null, state: 'unfollowed' }, now),
    describeJob(ended, now + later).line.startsWith('Ready · Jan 1, 1970'),
  ]).toEqual([
    ['Ready · now', model],
    ['Ready · 5 min ago', model],
    ['Blocked · 2 h ago', model],
    ['Polling stopped', 'still running at the provider'],
    true,
  ])
})
