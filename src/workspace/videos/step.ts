// What one step of a video's way has come to: what its row is to hold, and how it goes on.
import type { VideoJob } from '#shared/schemas/video-job'
import type { JobBoard } from '../jobs/job-board'
import { cutOff } from './cut-off'
import type { VideoProgress } from './video-kind'

export type VideoBoard = JobBoard<VideoJob['state'], VideoJob['form'], VideoProgress, VideoJob>

export type VideoChange = Parameters<VideoBoard['change']>[1]

export interface Trouble {
  readonly message: string
  /** Seconds. */
  readonly retryAfter?: number | undefined
}

export interface Step {
  readonly change?: VideoChange
  /** `later` is after a pause. */
  readonly next: 'over' | 'at once' | 'later'
  /** What stands in the way; it is tried again. */
  readonly trouble?: Trouble
}

/** Of one that is cut off in the call that may be billed. */
export function interrupt(reason: string): VideoChange {
  return { state: 'interrupted', progress: { error: { code: 'CANCELLED', message: cutOff(reason) } } }
}
