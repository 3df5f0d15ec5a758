// What is shown of a video's job: its row, and what only the run knows.

import type { VideoJob } from '#shared/schemas/video-job'
import type { KeptVideo } from './video-kind'

/** What no row holds. */
export type RunFacts = Pick<VideoJob, 'nextPollAt' | 'waiting' | 'download'>

const noFacts: RunFacts = { nextPollAt: null, waiting: null, download: null }

export function toVideoJob(job: KeptVideo, facts: RunFacts = noFacts): VideoJob {
  const { results, ...progress } = job.progress
  return {
    id: job.id,
    state: job.state,
    form: job.input,
    createdAt: job.createdAt,
    endedAt: job.endedAt,
    ...progress,
    ...facts,
    videos: results.flatMap(({ made }) => made ?? []),
  }
}
