// The progress of running work, as far as it is known.
import { expect, test } from 'vitest'
import type { Piece, TranscriptionJob } from '#shared/schemas/transcription-job'
import { listRunningWork } from './running-work'

const job: TranscriptionJob = {
  id: 'a',
  state: 'sending',
  settings: { model: 'gen-4o-transcribe' },
  source: { media: 'c', mimeType: 'audio/mpeg', name: 'talk.mp3', bytes: 1, seconds: 60 },
  createdAt: 0,
  startedAt: 0,
  endedAt: null,
  position: 1,
  pausing: false,
  pieces: [],
  upstream: null,
  waiting: null,
  preview: '',
  words: null,
  error: null,
  exchangeId: null,
}

const piece = (state: Piece['state'], from: number, to: number): Piece => ({
  from,
  to,
  state,
  begins: 'silence',
  sent: 0,
  bytes: 1,
})

const measure = (change: Partial<TranscriptionJob>) => {
  const none = { listRunning: () => [] }
  const [work] = listRunningWork({
    // Only chats read it.
    connection: undefined as never,
    chat: none,
    videos: none,
    transcriptions: { listRunning: () => [{ ...job, ...change }] },
    embeddings: none,
  })
  return work?.progress
}

test('a transcription progresses by the length of its transcribed pieces', () => {
  expect(measure({ pieces: [piece('done', 0, 30_000), piece('sending', 30_000, 40_000)] })).toBe(0.75)
  expect(measure({ pieces: [piece('waiting', 0, 1), piece('waiting', 1, 2)] })).toBe(0)
})

test('the progress of a single piece is unknown, and that of a queued file 0', () => {
  expect(measure({ pieces: [piece('sending', 0, 30_000)] })).toBeNull()
  expect(measure({ state: 'preparing' })).toBeNull()
  expect(measure({ state: 'queued' })).toBe(0)
})
