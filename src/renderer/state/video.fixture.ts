// A video job for tests.
import type { VideoJob } from '#shared/schemas/video-job'

/** A queued job, with the given changes. */
export function videoJob(part: Partial<VideoJob> = {}): VideoJob {
  return {
    id: 'j1',
    state: 'queued',
    form: { model: 'gen-video-3.1-fast-generate-preview', prompt: 'A boat' },
    createdAt: 1000,
    submittedAt: null,
    endedAt: null,
    upstream: null,
    operation: null,
    nextPollAt: null,
    waiting: null,
    polls: [],
    pollCount: 0,
    download: null,
    videos: [],
    reasons: [],
    error: null,
    canFetchAgain: false,
    exchangeId: null,
    repeats: null,
    ...part,
  }
}
