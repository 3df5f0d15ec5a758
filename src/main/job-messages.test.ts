// Checks which ended work is announced, with its reason, and what holds up quitting.
import { expect, test } from 'vitest'
import type { Conversation, Turn } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import type { VideoJob } from '#shared/schemas/video-job'
import {
  describeEndedTranscription,
  describeEndedVideo,
  describeQuitWarning,
  describeResponses,
  describeRun,
  describeStep,
  describeUpdateBlocker,
} from './job-messages'

// Casts: the texts need only these fields.
const video = {
  form: { model: 'gen-video-3.0', prompt: 'A fox\n in the snow.' },
  reasons: ['It shows a person.'],
  error: { code: 'INTERNAL', message: 'The service broke.' },
} as VideoJob
const transcription = {
  source: { name: 'talk.mp3' },
  error: { code: 'INTERNAL', message: `The service broke${' again'.repeat(40)}.` },
} as TranscriptionJob
const conversation = { title: 'Boats' } as Conversation
const toTurn = (state: Turn['state'], part: Part = { text: 'Yes.' }) => {
  const error = state === 'failed' ? { code: 'UNAVAILABLE', message: 'The service\nbroke.' } : null
  return { state, parts: [part], error } as Turn
}
const image: Part = { inlineData: { mimeType: 'image/png', media: 'a'.repeat(64) } }

test('announces videos and transcriptions with their reason, but none that the user has ended or that continues', () => {
  const states = ['succeeded', 'failed', 'filtered', 'interrupted', 'unfollowed', 'cancelled'] as const
  expect(states.map((state) => describeEndedVideo({ ...video, state }))).toEqual([
    { title: 'Video ready', body: 'A fox in the snow.' },
    { title: 'Video failed', body: 'A fox in the snow.\nThe service broke.' },
    { title: 'Video blocked', body: 'A fox in the snow.\nIt shows a person.' },
    { title: 'Video interrupted', body: 'A fox in the snow.' },
    undefined,
    undefined,
  ])
  const describe = (state: TranscriptionJob['state']) =>
    describeEndedTranscription({ ...transcription, state })
  expect([describe('succeeded'), describe('paused'), describe('cancelled')]).toEqual([
    { title: 'Transcript ready', body: 'talk.mp3' },
    undefined,
    undefined,
  ])
  // A long reason is truncated.
  expect(describe('failed')?.body).toMatch(/^talk\.mp3\nThe service broke( again)+ ?[a-z]*…$/)
  expect([...(describe('failed')?.body ?? '')].length).toBe('talk.mp3\n'.length + 140)
})

test('announces responses and images by their chat, with the reason of a failure in one line', () => {
  const describe = (...states: Turn['state'][]) =>
    describeResponses({ conversation, answers: states.map((state) => toTurn(state)), milliseconds: 0 })
  expect(describe('complete')).toEqual({ title: 'Response ready', body: 'Boats' })
  expect(describe('complete', 'stopped', 'complete')?.title).toBe('2 responses ready')
  expect(describe('complete', 'failed')).toEqual({
    title: '1 response ready, 1 failed',
    body: 'Boats\nThe service broke.',
  })
  expect(describe('failed', 'failed')?.title).toBe('2 responses failed')
  expect([describe('stopped'), describe('interrupted')]).toEqual([undefined, undefined])
  const describeImages = (...answers: Turn[]) => describeStep({ conversation, answers, milliseconds: 0 })
  expect(describeImages(toTurn('complete', image), toTurn('failed'), toTurn('stopped'))).toEqual({
    title: '1 image ready, 1 failed',
    body: 'Boats\nThe service broke.',
  })
  // A response without an image is a failure.
  expect(describeImages(toTurn('complete'))).toEqual({
    title: 'Image failed',
    body: 'Boats\nThe model returned no image.',
  })
  expect(describeImages(toTurn('stopped'))).toBeUndefined()
})

test('announces a run by the name of its set, with the rows that failed', () => {
  const describe = (done: number, failed: number, error: string | null) =>
    describeRun({ set: { name: 'Coasts', counts: { done, failed } } as EmbeddingSet, error })
  expect([describe(3, 0, null), describe(2, 1, 'Too long.'), describe(0, 3, 'No such model.')]).toEqual([
    { title: 'Embeddings ready', body: 'Coasts' },
    { title: 'Embeddings ready, 1 row failed', body: 'Coasts\nToo long.' },
    { title: 'Embeddings failed', body: 'Coasts\nNo such model.' },
  ])
})

const none = { videos: 0, transcriptions: 0, embeddings: 0 }

test('quitting needs no confirmation if nothing is in progress; otherwise each kind is counted and explained', () => {
  const warn = (jobs: Partial<typeof none>, transfers = { files: 0, exports: 0, imports: 0 }) =>
    describeQuitWarning({ jobs: { ...none, ...jobs }, transfers })
  expect(warn({})).toBeUndefined()
  const single = [warn({ videos: 1 }), warn({ transcriptions: 1 }), warn({ embeddings: 1 })]
  expect(single.map((each) => each?.detail)).toEqual([
    expect.stringContaining('bills them'),
    expect.stringContaining('resume'),
    expect.stringContaining('saved'),
  ])
  expect(warn({ videos: 3, transcriptions: 1, embeddings: 1 })).toEqual({
    message: 'Still in progress: 3 videos, 1 transcription, and 1 embedding set',
    detail: single.map((each) => each?.detail).join('\n\n'),
    canWait: false,
  })
  const copying = warn({ videos: 1 }, { files: 2, exports: 1, imports: 2 })
  expect(copying).toMatchObject({
    message: 'Still in progress: 2 files being copied, 1 export, 2 imports, and 1 video',
    canWait: true,
  })
  expect(copying?.detail.split('\n\n')).toHaveLength(4)
})

test('warns if quitting would lose a response, but not if the response is rescued', () => {
  const save = { owner: 'turn', message: 'The disk is full.' }
  expect(describeQuitWarning({ jobs: none, pending: [{ ...save, rescued: true }] })).toBeUndefined()
  expect(describeQuitWarning({ jobs: none, pending: [{ ...save, rescued: false }] })).toMatchObject({
    detail: expect.stringMatching(/^The disk is full\. .*Retry save/),
    canWait: false,
  })
})

test('an update waits for everything in progress, then for what is not saved', () => {
  const jobs = { ...none, videos: 1 }
  const transfers = { files: 0, exports: 0, imports: 0 }
  const idle = { status: { running: 0, jobs: none }, recordings: 0, transfers, pending: [] }
  expect(describeUpdateBlocker(idle)).toBeNull()
  expect(describeUpdateBlocker({ ...idle, status: { running: 3, jobs }, recordings: 1 })).toContain(
    'Still in progress: 2 responses, 1 video, and 1 recording.',
  )
  const pending = [{ owner: 'turn', message: 'The disk is full.', rescued: true }]
  expect(describeUpdateBlocker({ ...idle, pending })).toContain('The disk is full.')
})
