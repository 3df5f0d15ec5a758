// The facts listed about a job.
import { expect, test } from 'vitest'
import { videoJob } from '../../../state/video.fixture'
import { findDifferences, listFacts } from './JobFacts'

test('only what is known and was set is listed, a seed of 0 included', () => {
  const names = (job = videoJob()) => listFacts(job, 'Gen Video').map(({ name }) => name)
  expect(names()).toEqual(['Model', 'Requested'])
  const form = { model: 'm', prompt: 'p', seed: 0, personGeneration: 'dont_allow' as const }
  const job = videoJob({
    form,
    upstream: { kind: 'demo', id: 'demo', label: 'Demo' },
    submittedAt: 1000,
    endedAt: 66_000,
    polls: [{ at: 2000, found: 'done', message: null }],
    pollCount: 1,
    videos: [
      { media: 'a', mimeType: 'video/mp4', bytes: 3_100_000, width: 1280, height: 720, seconds: 8 },
      { media: 'b', mimeType: 'video/mp4', bytes: 10, width: null, height: null, seconds: null },
    ],
  })
  expect(listFacts(job, 'Gen Video', '$3.20').filter(({ name }) => name !== 'Requested')).toEqual([
    { name: 'Model', value: 'Gen Video' },
    { name: 'Provider', value: 'Demo' },
    { name: 'Generation time', value: '1 min 5 s' },
    { name: 'Video 1', value: '1280 × 720 · 8 s · 3.1 MB' },
    { name: 'Video 2', value: '10 B' },
    { name: 'Cost', value: '$3.20' },
    { name: 'Person generation', value: 'no people' },
    { name: 'Seed', value: '0' },
  ])
})

test('marks a ratio, resolution, or duration that differs from the request', () => {
  const find = (form: object, video: object) =>
    findDifferences({
      form: { model: 'm', prompt: 'p', ...form },
      videos: [
        { media: 'a', mimeType: 'video/mp4', bytes: 1, width: 1280, height: 720, seconds: 8, ...video },
      ],
    })
  const requested = { aspectRatio: '16:9', resolution: '720p', durationSeconds: 8 }
  expect(find(requested, { seconds: 8.04 })).toEqual({})
  expect(find({}, { width: 64, height: 64, seconds: 1 })).toEqual({})
  expect(find(requested, { width: null, height: null, seconds: null })).toEqual({})
  expect(find({ ...requested, resolution: '1080p' }, { seconds: 7.5 })).toEqual({
    Resolution: '1280 × 720',
    Duration: '7.5 s',
  })
  expect(find({ ...requested, aspectRatio: '9:16' }, {})).toEqual({ 'Aspect ratio': '1280 × 720' })
  expect(find({ resolution: '4k' }, { width: 2160, height: 3840 })).toEqual({})
})
