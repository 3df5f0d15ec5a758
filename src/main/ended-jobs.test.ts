// Which ends of jobs are told through the system, and in which words.
import { expect, test } from 'vitest'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import type { VideoJob } from '#shared/schemas/video-job'
import { tellEndedTranscription, tellEndedVideo } from './ended-jobs'

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

test('a video is told of by its prompt, with the reason where it failed or was filtered', () => {
  const told = (state: VideoJob['state']) => tellEndedVideo({ ...video, state })
  expect(told('succeeded')).toEqual({ title: 'The video is ready', body: 'A fox in the snow.' })
  expect(told('failed')?.body).toBe('A fox in the snow.\nThe service broke.')
  expect(told('filtered')?.body).toBe('A fox in the snow.\nIt shows a person.')
  expect(told('interrupted')).toEqual({ title: 'A video was interrupted', body: 'A fox in the snow.' })
})

test('what the user has ended, and what goes on, is not told', () => {
  expect(tellEndedVideo({ ...video, state: 'unfollowed' })).toBeUndefined()
  expect(tellEndedVideo({ ...video, state: 'cancelled' })).toBeUndefined()
  expect(tellEndedTranscription({ ...transcription, state: 'paused' })).toBeUndefined()
  expect(tellEndedTranscription({ ...transcription, state: 'cancelled' })).toBeUndefined()
})

test('a transcription is told of by its file; a long reason is cut', () => {
  expect(tellEndedTranscription(transcription)).toEqual({
    title: 'The transcript is ready',
    body: 'talk.mp3',
  })
  const failed = tellEndedTranscription({ ...transcription, state: 'failed' })
  expect(failed?.body).toMatch(/^talk\.mp3\nThe service broke( again)+ ?[a-z]*…$/)
  expect([...(failed?.body ?? '')].length).toBe('talk.mp3\n'.length + 140)
})
