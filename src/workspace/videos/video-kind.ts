// Videos as a kind of job: what their rows store, and the transitions between their states (decisions §8).
import { z } from 'zod'
import { GeneratedVideo, VideoForm, VideoJob, VideoState } from '#shared/schemas/video-job'
import type { JobKind, StoredJob } from '../jobs/job-rows'
import type { JobChange, JobStore } from '../jobs/job-store'

/** One of the operation's videos. */
const VideoResult = z.object({
  /** Path and query at the gateway. Null if its bytes came with the operation. */
  path: z.string().nullable(),
  /** Announced length and ETag of the download; null if not stated. */
  total: z.number().nullable(),
  tag: z.string().nullable(),
  /** Null until the video is stored in the media folder. */
  made: GeneratedVideo.nullable(),
  /** Whether the Library lists it. */
  listed: z.boolean(),
})
export type VideoResult = z.infer<typeof VideoResult>

const VideoProgress = VideoJob.pick({
  submittedAt: true,
  upstream: true,
  operation: true,
  polls: true,
  pollCount: true,
  reasons: true,
  error: true,
  canFetchAgain: true,
  exchangeId: true,
  repeats: true,
}).extend({ results: z.array(VideoResult) })
export type VideoProgress = z.infer<typeof VideoProgress>

export type StoredVideoJob = StoredJob<VideoState, VideoForm, VideoProgress>

export const videoKind: JobKind<VideoState, VideoForm, VideoProgress> = {
  name: 'video',
  state: VideoState,
  input: VideoForm,
  progress: VideoProgress,
  open: ['queued', 'submitting', 'running', 'downloading'],
  transitions: {
    queued: ['submitting', 'cancelled'],
    submitting: ['running', 'failed', 'interrupted', 'unfollowed'],
    running: ['downloading', 'failed', 'filtered', 'unfollowed'],
    downloading: ['succeeded', 'failed', 'unfollowed'],
    succeeded: [],
    // Only if the download failed: the operation returns the video's path again.
    failed: ['running'],
    filtered: [],
    interrupted: [],
    unfollowed: ['running'],
    cancelled: [],
  },
}

export function newProgress(repeats: string | null): VideoProgress {
  return {
    submittedAt: null,
    upstream: null,
    operation: null,
    polls: [],
    pollCount: 0,
    results: [],
    reasons: [],
    error: null,
    canFetchAgain: false,
    exchangeId: null,
    repeats,
  }
}

export type VideoStore = JobStore<VideoState, VideoForm, VideoProgress, VideoJob>

export type VideoChange = JobChange<VideoState, VideoForm, VideoProgress>

export interface StepProblem {
  readonly message: string
  /** Seconds. */
  readonly retryAfter?: number | undefined
}

export interface Step {
  readonly change?: VideoChange
  /** `later` is after a delay. */
  readonly next: 'finished' | 'immediately' | 'later'
  /** The cause of a retry. */
  readonly problem?: StepProblem
}

/** For a job that is interrupted during the request that may be billed. */
export function interrupt(reason: string): VideoChange {
  return {
    state: 'interrupted',
    progress: { error: { code: 'CANCELLED', message: interruptedMessage(reason) } },
  }
}

export function interruptedMessage(reason: string): string {
  return `Interrupted before the provider returned an operation. It may have been billed and isn’t sent again automatically. ${reason}`.trim()
}
