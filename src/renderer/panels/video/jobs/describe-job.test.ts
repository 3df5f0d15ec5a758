import { expect, test } from 'vitest'
import { videoJob } from '../../../state/video.fixture'
import { describeJob, describeState, formatElapsed } from './describe-job'

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

test('a running job without a next poll is shown as waiting', () => {
  const waiting = videoJob({
    state: 'running',
    submittedAt: 90_000,
    nextPollAt: 101_000,
    waiting: 'The network is away.',
  })
  expect([describe(waiting, now), describeState(waiting)]).toEqual([
    ['Queued · 10 s', 'The network is away.'],
    { label: 'Queued', tone: 'quiet' },
  ])
})

test('a download shows its progress if the length is known', () => {
  const word = (download: { bytes: number; total: number | null } | null) =>
    describeState({ state: 'downloading', download, waiting: null }).label
  expect([word(null), word({ bytes: 5, total: null }), word({ bytes: 999, total: 1000 })]).toEqual([
    'Downloading',
    'Downloading',
    'Downloading 99%',
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

test('shows the stats of the video or the download', () => {
  const download = { bytes: 7_000, total: 16_100 }
  const video = {
    media: 'm',
    mimeType: 'video/mp4',
    bytes: 3_100_000,
    width: 1280,
    height: 720,
    seconds: 8,
  }
  const downloading = videoJob({ state: 'downloading', submittedAt: now, download })
  expect([
    describe(downloading, now),
    describe({ ...downloading, download: { ...download, total: null } }, now),
    describe(videoJob({ state: 'succeeded', endedAt: now, videos: [video] }), now),
    describe(videoJob({ state: 'interrupted', endedAt: now }), now),
  ]).toEqual([
    ['Downloading 43% · 0 s', '7 KB of 16.1 KB'],
    ['Downloading · 0 s', '7 KB'],
    ['Ready · now', '1280 × 720 · 8 s · 3.1 MB'],
    ['Interrupted · now', 'may have been billed'],
  ])
})

test('shows the service’s message if something went wrong', () => {
  const error = { code: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.' }
  expect([
    describe(videoJob({ state: 'failed', endedAt: now, error }), now),
    describe(videoJob({ state: 'filtered', endedAt: now, reasons: ['It names a person.', 'More.'] }), now),
  ]).toEqual([
    ['Failed · now', 'Quota exceeded.'],
    ['Blocked · now', 'It names a person.'],
  ])
})

test('formats whole seconds, never negative', () => {
  expect([-5, 59_999, 60_000, 3_600_000 + 240_000].map(formatElapsed)).toEqual([
    '0 s',
    '59 s',
    '1 min 0 s',
    '1 h 4 min',
  ])
})
