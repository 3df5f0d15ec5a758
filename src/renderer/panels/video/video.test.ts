// The form of a video, its jobs, and what can be done with them.
import { expect, test } from 'vitest'
import { type VideoState, videoStates } from '#shared/schemas/video-job'
import { videoJob } from '../../state/video.fixture'
import { parseVideoDraft } from '../../state/video-form'
import { readFormErrors } from './form/NewVideo'
import { chooseSlots, movePicture, removePicture, restorePicture } from './form/PictureField'
import { findDifferences } from './job/JobFacts'
import { findJobProblem } from './job/JobView'
import { describeState, findVideos, listJobActions, mayBeBilled } from './state/video-jobs'

const one = { media: 'a1', mimeType: 'image/png', name: 'one.png' }
const two = { media: 'b2', mimeType: 'image/png', name: 'two.png' }
const blank = { image: null, lastFrame: null, references: [] }

test('pictures become frames first, then up to three references, never both', () => {
  expect([1, 2, 3, 4].map((count) => chooseSlots(blank, count))).toEqual([
    ['image'],
    ['image', 'lastFrame'],
    ['references', 'references', 'references'],
    expect.stringContaining('up to 3'),
  ])
  expect([
    chooseSlots({ ...blank, image: one }, 1),
    chooseSlots({ ...blank, lastFrame: one }, 1),
    chooseSlots({ ...blank, references: [one] }, 2),
    chooseSlots({ ...blank, image: one, lastFrame: one }, 1),
    chooseSlots({ ...blank, image: one }, 2),
    chooseSlots({ ...blank, lastFrame: one }, 4),
  ]).toEqual([
    ['lastFrame'],
    ['image'],
    ['references', 'references'],
    expect.stringContaining('Both frames are set'),
    expect.stringMatching(/^The first frame is set, .*only the last frame is free/),
    expect.stringMatching(/^The last frame is set, .*only the first frame is free/),
  ])
})

test('a job that was sent is not queued while it waits', () => {
  const label = (state: VideoState) => describeState(videoJob({ state, waiting: 'No API key.' })).label
  expect((['running', 'downloading', 'submitting'] as const).map(label)).not.toContain('Queued')
})

test('moves a picture to another slot and out of its old one', () => {
  const frames = { ...blank, image: one }
  const references = { ...blank, references: [one, two] }
  expect([
    movePicture(frames, { slot: 'image', index: 0 }, 'lastFrame'),
    movePicture(frames, { slot: 'image', index: 0 }, 'references'),
    movePicture(references, { slot: 'references', index: 1 }, 'image'),
    removePicture(references, { slot: 'references', index: 0 }),
    removePicture(frames, { slot: 'image', index: 0 }),
  ]).toEqual([
    { image: null, lastFrame: one },
    { image: null, references: [one] },
    { references: [one], image: two },
    { references: [two] },
    { image: null },
  ])
})

test('a removed picture returns to its place, unless that is taken', () => {
  expect(restorePicture(blank, one, { slot: 'lastFrame', index: 0 })).toEqual({ lastFrame: one })
  const full = { ...blank, image: two, references: [two, two] }
  expect(restorePicture(full, one, { slot: 'references', index: 1 })).toEqual({ references: [two, one, two] })
  expect(() => restorePicture(full, one, { slot: 'image', index: 0 })).toThrow('another first frame')
})

test('assigns an error that names a field to it, any other one to the form', () => {
  const read = (message: string) => readFormErrors(new Error(message), parseVideoDraft(undefined))
  expect([
    read('references[1]: the image is not in the media folder'),
    read('resolution: 4k needs a duration of 8 seconds'),
    read('disk: it is full'),
  ]).toEqual([
    { error: null, problems: { references: 'the image is not in the media folder' } },
    { error: null, problems: { resolution: '4k needs a duration of 8 seconds' } },
    { error: 'disk: it is full', problems: {} },
  ])
})

test('marks a ratio, resolution, or duration that differs from the request', () => {
  const usual = { media: 'a', mimeType: 'video/mp4', bytes: 1, width: 1280, height: 720, seconds: 8 }
  const find = (form: object, video: object) =>
    Object.keys(
      findDifferences({ form: { model: 'm', prompt: 'p', ...form }, videos: [{ ...usual, ...video }] }),
    )
  const requested = { aspectRatio: '16:9', resolution: '720p', durationSeconds: 8 }
  expect([
    find(requested, { seconds: 8.04 }),
    find({}, { width: 64, height: 64, seconds: 1 }),
    find(requested, { width: null, height: null, seconds: null }),
    find({ resolution: '4k' }, { width: 2160, height: 3840 }),
    find({ ...requested, resolution: '1080p' }, { seconds: 7.5 }),
    find({ ...requested, aspectRatio: '9:16' }, {}),
  ]).toEqual([[], [], [], [], ['Resolution', 'Duration'], ['Aspect ratio']])
})

test('a failure shows the message, when to retry, and whether the video can still be downloaded', () => {
  const error = { code: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.', retryAfter: 30 }
  const failed = videoJob({ state: 'failed', error, endedAt: 1000 })
  const sent = { ...failed, operation: 'operations/a', error: null }
  const title = 'Couldn’t generate the video.'
  expect([failed, { ...sent, canFetchAgain: true }, sent].map(findJobProblem)).toEqual([
    { tone: 'danger', title: 'Quota exceeded.', details: [expect.any(String)], retryAt: 31_000 },
    { tone: 'danger', title, details: [expect.stringContaining('at no cost')] },
    { tone: 'danger', title, details: [] },
  ])
})

test('lists the actions of each state; a running job cannot be removed', () => {
  const list = (change: Parameters<typeof videoJob>[0]) =>
    listJobActions(videoJob({ operation: 'operations/a', ...change })).join(' ')
  const ended = 'generateAgain reuse remove'
  expect(Object.fromEntries(videoStates.map((state) => [state, list({ state })]))).toEqual({
    queued: 'cancel reuse',
    submitting: 'stopFollowing reuse',
    running: 'checkNow stopFollowing reuse',
    downloading: 'stopFollowing reuse',
    succeeded: ended,
    failed: ended,
    filtered: ended,
    interrupted: ended,
    unfollowed: `followAgain ${ended}`,
    cancelled: ended,
  })
  expect(list({ state: 'failed', canFetchAgain: true })).toBe(`fetchAgain ${ended}`)
  expect(list({ state: 'downloading', waiting: 'It broke.' })).toBe('checkNow stopFollowing reuse')
  expect(list({ state: 'unfollowed', operation: null })).toBe(ended)
})

test('only states in which the video may be billed are marked so', () => {
  const warned = videoStates.filter((state) => mayBeBilled(videoJob({ state, operation: 'operations/a' })))
  expect(warned).toEqual(['failed', 'interrupted', 'unfollowed'])
  expect(mayBeBilled(videoJob({ state: 'failed', operation: null }))).toBe(false)
})

test('a search finds every word in prompts, model and state, in any order and case', () => {
  const model = 'gen-video-3.1-generate-preview'
  const papers = { model, prompt: 'Ein Boot aus Papier', negativePrompt: 'rain' }
  const jobs = [
    videoJob({ id: 'a', form: { model, prompt: 'A paper boat' } }),
    videoJob({ id: 'b', state: 'failed', form: papers }),
  ]
  const find = (query: string) => findVideos(jobs, query).map(({ id }) => id)
  expect(['BOAT paper', 'rain FAILED', 'boat rain', '3.1-gen'].map(find)).toEqual([
    ['a'],
    ['b'],
    [],
    ['a', 'b'],
  ])
})
