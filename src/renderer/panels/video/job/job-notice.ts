// Explains a job that did not end as usual, and what repeating it may cost.
import type { VideoJob } from '#shared/schemas/video-job'

interface JobProblem {
  readonly tone: 'quiet' | 'warn' | 'danger'
  readonly title: string
  /** Shown below the title. */
  readonly details: readonly string[]
  /** Milliseconds since the epoch; trying again before is useless. */
  readonly retryAt?: number
}

/** Returns null if nothing needs an explanation. */
export function findJobProblem(job: VideoJob): JobProblem | null {
  switch (job.state) {
    case 'failed':
      return describeFailure(job)
    case 'filtered':
      return {
        tone: 'warn',
        title: 'Blocked by the model’s safety filter',
        details: [...job.reasons, 'Try rephrasing. Choose Reuse prompt to edit it.'],
      }
    case 'interrupted':
      return {
        tone: 'warn',
        title: 'Interrupted while sending',
        details: [
          job.error?.message ??
            'It’s unknown whether the request arrived, so it isn’t sent again automatically.',
          'If it arrived, the video is being generated and billed, but Gen Playground can’t retrieve it.',
        ],
      }
    case 'unfollowed':
      return {
        tone: 'warn',
        title: 'Polling stopped',
        details: [
          'The provider is still generating this video and will bill it.',
          ...(job.operation === null
            ? []
            : ['Resume polling to download it. Providers keep finished videos for about two days.']),
        ],
      }
    case 'succeeded':
      return job.reasons.length === 0
        ? null
        : {
            tone: 'quiet',
            title: 'Part of this video was blocked by the safety filter',
            details: job.reasons,
          }
    case 'cancelled':
      return { tone: 'quiet', title: 'Canceled before it was sent. You won’t be billed.', details: [] }
    default:
      return job.waiting === null ? null : { tone: 'quiet', title: job.waiting, details: [] }
  }
}

function describeFailure({ error, operation, canFetchAgain, endedAt }: VideoJob): JobProblem {
  const retryAfter = error?.retryAfter
  return {
    tone: 'danger',
    title: error?.message ?? 'Couldn’t generate the video.',
    details: canFetchAgain
      ? [
          error?.code === 'NOT_FOUND'
            ? 'Choose Retry download to check again at no cost.'
            : 'The video was generated. Choose Retry download to get it at no cost.',
        ]
      : operation === null
        ? ['The request was rejected before anything was generated.']
        : [],
    ...(retryAfter !== undefined && endedAt !== null ? { retryAt: endedAt + retryAfter * 1000 } : {}),
  }
}

/** Explains why generating it again may be billed twice. */
export function warnOfBilling({ state, canFetchAgain }: Pick<VideoJob, 'state' | 'canFetchAgain'>): string {
  if (state === 'unfollowed')
    return 'The first video is still being generated. Choose Resume polling to get it instead of paying twice.'
  if (state === 'interrupted')
    return 'The request may have arrived before it was interrupted. Generating again may be billed twice.'
  return canFetchAgain
    ? 'The video was probably generated but not downloaded. Retry download is free.'
    : 'The request was accepted before it failed. Generating again is billed as a new video.'
}
