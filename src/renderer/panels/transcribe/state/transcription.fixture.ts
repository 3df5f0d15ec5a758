// Transcription jobs for tests.
import type { TranscriptionJob } from '#shared/schemas/transcription-job'

export function makeTranscription(part: Partial<TranscriptionJob> = {}): TranscriptionJob {
  return {
    id: 'one',
    state: 'queued',
    settings: { model: 'gen-4o-transcribe' },
    source: {
      media: 'a'.repeat(64),
      mimeType: 'audio/mpeg',
      name: 'talk.mp3',
      bytes: 1_000_000,
      seconds: 60,
    },
    createdAt: 1000,
    startedAt: null,
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
    sentAs: [],
    ...part,
  }
}
