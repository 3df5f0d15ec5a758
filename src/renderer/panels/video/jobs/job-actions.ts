// The actions of a job: which ones each state offers, and what they do.

import {
  CirclePlay,
  CircleStop,
  Download,
  EyeOff,
  type LucideIcon,
  PenLine,
  RefreshCw,
  RotateCcw,
  Trash2,
} from 'lucide-react'
import type { VideoJob } from '#shared/schemas/video-job'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { toastUndo } from '../../../state/undo'
import {
  confirmRepeat,
  openGeneratedVideo,
  openVideo,
  reuseVideoForm,
  useVideoView,
} from '../../../state/video-form'

interface JobActionEntry {
  readonly name: string
  readonly icon: LucideIcon
  readonly isOffered: (job: VideoJob) => boolean
  readonly run: (job: VideoJob) => Promise<unknown>
}

type JobAction = keyof typeof jobActions

/** In the order of the menu and the buttons. */
export const jobActions = {
  cancel: {
    name: 'Cancel',
    icon: CircleStop,
    isOffered: ({ state }) => state === 'queued',
    run: ({ id }) => desktop.videos.cancel({ id }),
  },
  checkNow: {
    name: 'Check now',
    icon: RefreshCw,
    // An interrupted download waits for its next attempt.
    isOffered: ({ state, waiting }) => state === 'running' || (state === 'downloading' && waiting !== null),
    run: ({ id }) => desktop.videos.pollNow({ id }),
  },
  stopFollowing: {
    name: 'Stop polling',
    icon: EyeOff,
    isOffered: ({ state }) => ['submitting', 'running', 'downloading'].includes(state),
    run: ({ id }) => desktop.videos.stopFollowing({ id }),
  },
  followAgain: {
    name: 'Resume polling',
    icon: CirclePlay,
    isOffered: ({ state, operation }) => state === 'unfollowed' && operation !== null,
    run: ({ id }) => desktop.videos.followAgain({ id }),
  },
  fetchAgain: {
    name: 'Retry download',
    icon: Download,
    isOffered: ({ state, canFetchAgain }) => state === 'failed' && canFetchAgain,
    run: ({ id }) => desktop.videos.followAgain({ id }),
  },
  generateAgain: { name: 'Generate again', icon: RotateCcw, isOffered: isOver, run: generateAgain },
  reuse: {
    name: 'Reuse prompt',
    icon: PenLine,
    isOffered: () => true,
    run: ({ form }) => reuseVideoForm(form),
  },
  remove: { name: 'Remove from list', icon: Trash2, isOffered: isOver, run: removeJob },
} satisfies Record<string, JobActionEntry>

export function listJobActions(job: VideoJob): JobAction[] {
  const names = Object.keys(jobActions) as JobAction[] // The keys of a constant.
  return names.filter((action) => jobActions[action].isOffered(job))
}

export function runJobAction(action: JobAction, job: VideoJob) {
  toastOutcome(jobActions[action].run(job))
}

function isOver({ state }: VideoJob): boolean {
  return !['queued', 'submitting', 'running', 'downloading'].includes(state)
}

/** The provider may have generated and billed the video although it was never downloaded. */
export function mayBeBilled({ state, operation }: Pick<VideoJob, 'state' | 'operation'>): boolean {
  if (state === 'interrupted' || state === 'unfollowed') return true
  return state === 'failed' && operation !== null
}

/** Asks beside the job first if the previous video may be billed. */
async function generateAgain(job: VideoJob): Promise<void> {
  if (!mayBeBilled(job)) return repeatJob(job)
  openVideo(job.id)
  confirmRepeat(job.id)
}

/** Called if nothing can be billed twice, or after the user has confirmed. */
export async function repeatJob({ id }: Pick<VideoJob, 'id'>): Promise<void> {
  confirmRepeat(null)
  const made = await desktop.videos.repeat({ id })
  openGeneratedVideo(made.id)
}

/** Offers an undo; the video stays in the Library. */
async function removeJob({ id, videos }: VideoJob): Promise<void> {
  // Removing it from the list closes it.
  const wasOpen = useVideoView.getState().jobId === id
  await desktop.videos.clear({ ids: [id] })
  if (wasOpen) openVideo(null)
  const undo = async () => {
    await desktop.videos.restore({ ids: [id] })
    if (wasOpen) openGeneratedVideo(id)
  }
  const description = 'The video stays in the Library.'
  toastUndo('Removed from list', undo, videos.length > 0 ? { description } : {})
}
