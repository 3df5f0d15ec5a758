// One look at the operation, and what follows from it.
import type { Poll } from '#shared/schemas/video-job'
import type { JobPorts } from '../jobs/job-ports'
import { askOperation } from './ask-operation'
import type { Found } from './read-operation'
import type { Step } from './step'
import { toResults } from './to-results'
import type { KeptVideo, VideoProgress } from './video-kind'

type PollPorts = Pick<JobPorts, 'send' | 'media' | 'now'>

/** In the log. */
const mostPolls = 50

/** Rejects where what came along cannot be kept: it is asked for again. */
export async function pollStep(
  { progress }: KeptVideo,
  ports: PollPorts,
  signal: AbortSignal,
): Promise<Step> {
  const found = await askOperation(progress.operation ?? '', ports.send, signal)
  const note = (poll: Omit<Poll, 'at'>) => notePoll(progress, { at: ports.now(), ...poll })
  switch (found.type) {
    case 'trouble': {
      const { message } = found
      return { change: { progress: note({ found: 'error', message }) }, next: 'later', trouble: found }
    }
    case 'gone': {
      const { error } = found
      const polled = note({ found: 'error', message: error.message })
      // An address that is wrong for a while, or a proxy's own page, must not lose a video that is paid for.
      return {
        change: { state: 'failed', progress: { ...polled, error, canFetchAgain: true } },
        next: 'over',
      }
    }
    case 'running':
      return { change: { progress: note({ found: 'running', message: null }) }, next: 'later' }
    default:
      return await conclude(found, { ...progress, ...note({ found: 'done', message: null }) }, ports)
  }
}

async function conclude(
  found: Exclude<Found, { type: 'running' }>,
  progress: VideoProgress,
  { media }: PollPorts,
): Promise<Step> {
  if (found.type === 'failed')
    return { change: { state: 'failed', progress: { ...progress, error: found.error } }, next: 'over' }
  const { reasons } = found
  if (found.type === 'filtered')
    return { change: { state: 'filtered', progress: { ...progress, reasons } }, next: 'over' }
  const results = await toResults(found.samples, progress.results, media)
  if ('error' in results)
    return { change: { state: 'failed', progress: { ...progress, ...results } }, next: 'over' }
  return { change: { state: 'downloading', progress: { ...progress, results, reasons } }, next: 'at once' }
}

function notePoll({ polls, pollCount }: VideoProgress, poll: Poll) {
  return { polls: [...polls, poll].slice(-mostPolls), pollCount: pollCount + 1 }
}
