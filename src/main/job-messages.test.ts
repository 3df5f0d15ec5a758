// Checks the notifications about ended jobs, and the warning before quitting.
import { expect, test } from 'vitest'
import type { Turn } from '#shared/schemas/chat'
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

const video: VideoJob = {
  id: 'a',
  state: 'succeeded',
  form: { model: 'gen-video-3.0', prompt: 'A fox\n in the snow.' },
  createdAt: 0,
  submittedAt: 0,
  endedAt: 0,
  upstream: null,
  operation: null,
  nextPollAt: null,
  waiting: null,
  polls: [],
  pollCount: 0,
  download: null,
  videos: [],
  reasons: ['It shows a person.'],
  error: { code: 'INTERNAL', message: 'The service broke.' },
  canFetchAgain: false,
  exchangeId: null,
  repeats: null,
}

const transcription: TranscriptionJob = {
  id: 'b',
  state: 'succeeded',
  settings: { model: 'gen-4o-transcribe' },
  source: { media: 'c', mimeType: 'audio/mpeg', name: 'talk.mp3', bytes: 1, seconds: 1 },
  createdAt: 0,
  startedAt: 0,
  endedAt: 0,
  position: 1,
  pausing: false,
  pieces: [],
  upstream: null,
  waiting: null,
  preview: '',
  words: null,
  error: { code: 'INTERNAL', message: `The service broke${' again'.repeat(40)}.` },
  exchangeId: null,
}

test('describes a video by its prompt, with the reason if it failed or was filtered', () => {
  const describe = (state: VideoJob['state']) => describeEndedVideo({ ...video, state })
  expect(describe('succeeded')).toEqual({ title: 'Video ready', body: 'A fox in the snow.' })
  expect(describe('failed')?.body).toBe('A fox in the snow.\nThe service broke.')
  expect(describe('filtered')?.body).toBe('A fox in the snow.\nIt shows a person.')
  expect(describe('interrupted')).toEqual({ title: 'Video interrupted', body: 'A fox in the snow.' })
})

test('describes no job that the user has ended, or that continues', () => {
  expect(describeEndedVideo({ ...video, state: 'unfollowed' })).toBeUndefined()
  expect(describeEndedVideo({ ...video, state: 'cancelled' })).toBeUndefined()
  expect(describeEndedTranscription({ ...transcription, state: 'paused' })).toBeUndefined()
  expect(describeEndedTranscription({ ...transcription, state: 'cancelled' })).toBeUndefined()
})

test('describes a transcription by its file, and truncates a long reason', () => {
  expect(describeEndedTranscription(transcription)).toEqual({
    title: 'Transcript ready',
    body: 'talk.mp3',
  })
  const failed = describeEndedTranscription({ ...transcription, state: 'failed' })
  expect(failed?.body).toMatch(/^talk\.mp3\nThe service broke( again)+ ?[a-z]*…$/)
  expect([...(failed?.body ?? '')].length).toBe('talk.mp3\n'.length + 140)
})

const turn = (state: Turn['state'], part: Part = { text: 'Yes.' }): Turn => ({
  id: 'answer',
  conversationId: 'a',
  parentId: 'prompt',
  role: 'model',
  parts: [part],
  state,
  createdAt: 0,
  model: null,
  modelVersion: null,
  finishReason: null,
  blockReason: null,
  error: state === 'failed' ? { code: 'UNAVAILABLE', message: 'The service\nbroke.' } : null,
  usage: null,
  times: { firstToken: null, firstAnswer: null, total: null },
  exchangeId: null,
  upstream: null,
  parameters: null,
  metadata: null,
  comparison: null,
  edited: false,
})

const conversation = {
  id: 'a',
  kind: 'chat' as const,
  title: 'Boats',
  createdAt: 0,
  updatedAt: 0,
  headTurnId: null,
  parameters: { model: 'gen-2.5-pro' },
  pinnedAt: null,
  folderId: null,
  tags: [],
  queued: [],
}

const image: Part = { inlineData: { mimeType: 'image/png', media: 'a'.repeat(64) } }

test('describes responses by the title of their chat, with the reason of a failure in one line', () => {
  const describe = (...states: Turn['state'][]) =>
    describeResponses({ conversation, answers: states.map((state) => turn(state)), milliseconds: 0 })
  expect(describe('complete')).toEqual({ title: 'Response ready', body: 'Boats' })
  expect(describe('failed')).toEqual({ title: 'Response failed', body: 'Boats\nThe service broke.' })
  expect(describe('complete', 'complete', 'complete')?.title).toBe('3 responses ready')
  expect(describe('complete', 'failed')).toEqual({
    title: '1 response ready, 1 failed',
    body: 'Boats\nThe service broke.',
  })
  expect(describe('failed', 'failed')?.title).toBe('2 responses failed')
  expect(describe('stopped')).toBeUndefined()
  expect(describe('interrupted')).toBeUndefined()
  expect(describe('stopped', 'complete')?.title).toBe('Response ready')
})

test('describes a step by its images; a response without one is a failure', () => {
  const describe = (...answers: Turn[]) => describeStep({ conversation, answers, milliseconds: 0 })
  expect(describe(turn('complete', image))).toEqual({ title: 'Image ready', body: 'Boats' })
  expect(describe(turn('complete', image), turn('complete', image))?.title).toBe('2 images ready')
  expect(describe(turn('complete'))).toEqual({
    title: 'Image failed',
    body: 'Boats\nThe model returned no image.',
  })
  expect(describe(turn('complete', image), turn('failed'), turn('stopped'))).toEqual({
    title: '1 image ready, 1 failed',
    body: 'Boats\nThe service broke.',
  })
  expect(describe(turn('stopped'))).toBeUndefined()
})

test('describes a run by the name of its set, with the rows that failed', () => {
  const describe = (counts: Pick<EmbeddingSet['counts'], 'done' | 'failed'>, error: string | null) =>
    describeRun({
      set: { ...set, counts: { rows: counts.done + counts.failed, empty: 0, cached: 0, ...counts } },
      error,
    })
  expect(describe({ done: 3, failed: 0 }, null)).toEqual({ title: 'Embeddings ready', body: 'Coasts' })
  expect(describe({ done: 2, failed: 1 }, 'Too long.')).toEqual({
    title: 'Embeddings ready, 1 row failed',
    body: 'Coasts\nToo long.',
  })
  expect(describe({ done: 0, failed: 3 }, 'No such model.')).toEqual({
    title: 'Embeddings failed',
    body: 'Coasts\nNo such model.',
  })
})

const set: EmbeddingSet = {
  id: 'c',
  name: 'Coasts',
  createdAt: 0,
  updatedAt: 0,
  settings: { model: 'gen-embedding-001', taskType: null, outputDimensionality: null },
  columns: [],
  counts: { rows: 0, done: 0, failed: 0, empty: 0, cached: 0 },
  dimensions: [],
  vectorsVersion: 0,
  running: false,
  upstream: null,
  duplicateOf: null,
}

const nothing = { videos: 0, transcriptions: 0, embeddings: 0 }

test('needs no confirmation if nothing is in progress', () => {
  expect(describeQuitWarning({ jobs: nothing })).toBeUndefined()
})

test('counts each kind of job, and says what happens to it', () => {
  const videos = describeQuitWarning({ jobs: { ...nothing, videos: 1 } })
  expect(videos?.message).toBe('Still in progress: 1 video')
  expect(videos?.detail).toMatch(/^The provider keeps generating videos and bills them\. [^\n]+$/)
  const transcriptions = describeQuitWarning({ jobs: { ...nothing, transcriptions: 2 } })
  expect(transcriptions?.message).toBe('Still in progress: 2 transcriptions')
  expect(transcriptions?.detail).toMatch(
    /^Transcriptions resume the next time you open Gen Playground\. [^\n]+$/,
  )
  const embeddings = describeQuitWarning({ jobs: { ...nothing, embeddings: 2 } })
  expect(embeddings?.message).toBe('Still in progress: 2 embedding sets')
  expect(embeddings?.detail).toMatch(/^Finished embeddings are saved\. [^\n]+$/)
  const two = describeQuitWarning({ jobs: { ...nothing, videos: 3, transcriptions: 1 } })
  expect(two?.message).toBe('Still in progress: 3 videos and 1 transcription')
  const all = describeQuitWarning({ jobs: { videos: 3, transcriptions: 1, embeddings: 1 } })
  expect(all?.message).toBe('Still in progress: 3 videos, 1 transcription, and 1 embedding set')
  expect(all?.detail).toBe([videos, transcriptions, embeddings].map((each) => each?.detail).join('\n\n'))
})

test('warns if quitting would lose a response, but not if the response is rescued', () => {
  const save = { owner: 'turn', message: 'The disk is full.' }
  expect(describeQuitWarning({ jobs: nothing, pending: [{ ...save, rescued: true }] })).toBeUndefined()
  expect(describeQuitWarning({ jobs: nothing, pending: [{ ...save, rescued: false }] })).toEqual({
    message: 'Quit and lose what isn’t saved?',
    detail: 'The disk is full. Choose Cancel, fix the problem, then choose Retry save.',
    canWait: false,
  })
})

test('names the files that are being copied, and offers to wait for them', () => {
  const transfers = { files: 2, exports: 0, imports: 0 }
  const copying = describeQuitWarning({ jobs: nothing, transfers })
  expect(copying).toEqual({
    message: 'Still in progress: 2 files being copied',
    detail: '2 files are still being copied. Files that aren’t complete have to be added again.',
    canWait: true,
  })
  const all = describeQuitWarning({
    jobs: { ...nothing, videos: 1 },
    transfers: { files: 1, exports: 1, imports: 2 },
  })
  expect(all?.message).toBe('Still in progress: 1 file being copied, 1 export, 2 imports, and 1 video')
  expect(all?.detail.split('\n\n')).toEqual([
    '1 file is still being copied. Files that aren’t complete have to be added again.',
    'An export that isn’t complete leaves no file.',
    'An import that isn’t complete leaves no set.',
    expect.stringMatching(/^The provider keeps generating videos/),
  ])
  expect(describeQuitWarning({ jobs: { ...nothing, videos: 1 } })?.canWait).toBe(false)
})

const none = { files: 0, exports: 0, imports: 0 }

test('an update waits for everything in progress, then for what is not saved', () => {
  const jobs = { videos: 1, transcriptions: 0, embeddings: 0 }
  const idle = {
    status: { running: 0, jobs: { ...jobs, videos: 0 } },
    recordings: 0,
    transfers: none,
    pending: [],
  }
  expect(describeUpdateBlocker(idle)).toBeNull()
  expect(describeUpdateBlocker({ ...idle, status: { running: 3, jobs }, recordings: 1 })).toBe(
    'Still in progress: 2 responses, 1 video, and 1 recording. You can install the update when nothing is running.',
  )
  const pending = [{ owner: 'turn', message: 'The disk is full.', rescued: true }]
  expect(describeUpdateBlocker({ ...idle, pending })).toBe(
    'The disk is full. Fix the problem, then choose Retry save.',
  )
})
