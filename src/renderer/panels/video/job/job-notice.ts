// Explains a job that did not end as usual, and what repeating it may cost.
import type { VideoJob } from '#shared/schemas/video-job'

interface JobProblem {
  readonly tone: 'quiet' | 'warn' | 'danger'
  readonly title: string
  /** Sentences below the title. */
  readonly sentences: readonly string[]
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
        title: 'The model’s filter has withheld this video.',
        sentences: [...job.reasons, 'Another wording may pass: “Reuse prompt” takes this one into the form.'],
      }
    case 'interrupted':
      return {
        tone: 'warn',
        title: 'This was cut off while it was being sent.',
        sentences: [
          job.error?.message ?? 'Nobody knows whether it arrived, so it is not sent again by itself.',
          'If it arrived, it is being made upstream and billed, and cannot be found from here.',
        ],
      }
    case 'unfollowed':
      return {
        tone: 'warn',
        title: 'This video is not followed any more.',
        sentences: [
          'It goes on upstream, and is billed.',
          ...(job.operation === null
            ? []
            : ['Follow it again to fetch it; finished videos are kept upstream for about two days.']),
        ],
      }
    case 'succeeded':
      return job.reasons.length === 0
        ? null
        : { tone: 'quiet', title: 'The model’s filter has withheld a part.', sentences: job.reasons }
    case 'cancelled':
      return { tone: 'quiet', title: 'Cancelled before it was sent: nothing is billed.', sentences: [] }
    default:
      return job.waiting === null ? null : { tone: 'quiet', title: job.waiting, sentences: [] }
  }
}

function describeFailure({ error, operation, canFetchAgain, endedAt }: VideoJob): JobProblem {
  const retryAfter = error?.retryAfter
  return {
    tone: 'danger',
    title: error?.message ?? 'The video could not be made.',
    sentences: canFetchAgain
      ? [
          error?.code === 'NOT_FOUND'
            ? '“Fetch again” asks about it once more, and costs nothing.'
            : 'The video itself was made. “Fetch again” fetches it, and costs nothing.',
        ]
      : operation === null
        ? ['It was refused before anything was made.']
        : [],
    ...(retryAfter !== undefined && endedAt !== null ? { retryAt: endedAt + retryAfter * 1000 } : {}),
  }
}

/** Why making it again may be billed twice. */
export function warnOfBilling({ state, canFetchAgain }: Pick<VideoJob, 'state' | 'canFetchAgain'>): string {
  if (state === 'unfollowed')
    return 'It goes on upstream. “Follow again” fetches that one instead of paying for two.'
  if (state === 'interrupted')
    return 'It may have arrived before it was cut off. Made again, it may be paid for twice.'
  return canFetchAgain
    ? 'It may well have been made, and only not fetched. “Fetch again” costs nothing.'
    : 'It failed after it had been accepted. Made again, it is a new video and is billed as one.'
}
