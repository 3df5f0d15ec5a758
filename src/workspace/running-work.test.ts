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
  sentAs: [],
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

test.each<[string, Partial<TranscriptionJob>, number | null]>([
  ['pieces', { pieces: [piece('done', 0, 30_000), piece('sending', 30_000, 40_000)] }, 0.75],
  ['pieces that wait', { pieces: [piece('waiting', 0, 1), piece('waiting', 1, 2)] }, 0],
  ['a single piece', { pieces: [piece('sending', 0, 30_000)] }, null],
  ['a file that is prepared', { state: 'preparing' }, null],
  ['a queued file', { state: 'queued' }, 0],
])('a transcription of %s progresses by the length of its transcribed pieces', (_, change, progress) => {
  expect(measure(change)).toBe(progress)
})
