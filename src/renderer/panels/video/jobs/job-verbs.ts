// Does what can be done with a job, and says what came of it.
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
import { toast } from 'sonner'
import type { VideoJob } from '#shared/schemas/video-job'
import { desktop } from '../../../api/desktop'
import { tellOutcome } from '../../../api/tell-outcome'
import { reuseVideoForm } from '../../../state/video-form'
import { openGeneratedVideo, openVideo, useVideoView } from '../../../state/video-view'
import { askToMakeAgain } from '../video-look'
import { type JobAction, mayBeBilled } from './job-actions'

interface Verb {
  readonly name: string
  readonly icon: LucideIcon
  readonly keys?: string
  readonly run: (job: VideoJob) => unknown
}

export const jobVerbs: Readonly<Record<JobAction, Verb>> = {
  cancel: { name: 'Cancel', icon: CircleStop, run: ({ id }) => desktop.videos.cancel({ id }) },
  checkNow: { name: 'Check now', icon: RefreshCw, run: ({ id }) => desktop.videos.pollNow({ id }) },
  stopFollowing: {
    name: 'Stop following',
    icon: EyeOff,
    run: ({ id }) => desktop.videos.stopFollowing({ id }),
  },
  followAgain: {
    name: 'Follow again',
    icon: CirclePlay,
    run: ({ id }) => desktop.videos.followAgain({ id }),
  },
  fetchAgain: { name: 'Fetch again', icon: Download, run: ({ id }) => desktop.videos.followAgain({ id }) },
  makeAgain: { name: 'Make again', icon: RotateCcw, run: makeAgain },
  reuse: { name: 'Reuse prompt', icon: PenLine, run: ({ form }) => reuseVideoForm(form) },
  remove: { name: 'Remove from list', icon: Trash2, keys: 'delete', run: removeJob },
}

export function runJobAction(action: JobAction, job: VideoJob) {
  tellOutcome(Promise.resolve(jobVerbs[action].run(job)))
}

/** Where the first may be paid for, it is asked beside the job. */
async function makeAgain(job: VideoJob): Promise<void> {
  if (!mayBeBilled(job)) return repeatJob(job)
  openVideo(job.id)
  askToMakeAgain(job.id)
}

/** The user knows by now what it may cost. */
export async function repeatJob({ id }: Pick<VideoJob, 'id'>): Promise<void> {
  askToMakeAgain(null)
  const made = await desktop.videos.repeat({ id })
  openGeneratedVideo(made.id)
}

/** With a way back; what was made stays in the Library. */
async function removeJob({ id, videos }: VideoJob): Promise<void> {
  await desktop.videos.clear({ ids: [id] })
  const wasOpen = useVideoView.getState().jobId === id
  if (wasOpen) openVideo(null)
  const undo = async () => {
    await desktop.videos.restore({ ids: [id] })
    if (wasOpen) openGeneratedVideo(id)
  }
  toast(
    videos.length > 0 ? 'Removed from the list. The video stays in the Library.' : 'Removed from the list.',
    {
      action: { label: 'Undo', onClick: () => tellOutcome(undo()) },
    },
  )
}
