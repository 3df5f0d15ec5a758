// The facts listed about a job.
import { expect, test } from 'vitest'
import { findDifferences } from './JobFacts'

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
