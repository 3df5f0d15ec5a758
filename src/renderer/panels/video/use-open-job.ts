// The job that is open: the one that was chosen, or that another panel wants to be seen.
import { useEffect } from 'react'
import { toast } from 'sonner'
import type { VideoJob } from '#shared/schemas/video-job'
import { consumeJobFocus, useFocusRequests } from '../../state/focus-requests'
import { openVideo, useVideoView } from '../../state/video-view'
import { reachVideoJob, useVideoJobs } from './state/video-jobs'

/** Undefined while none is open, and until it has been told of. */
export function useOpenJob(): VideoJob | undefined {
  const jobId = useVideoView((view) => view.jobId)
  const awaited = useVideoView((view) => view.awaited)
  const isLive = useVideoJobs(({ status }) => status === 'live')
  const job = useVideoJobs(({ jobs }) => jobs.find(({ id }) => id === jobId))
  const wished = useFocusRequests(({ job }) => job?.panel === 'video')

  useEffect(() => {
    const id = wished && isLive ? consumeJobFocus('video') : undefined
    if (id !== undefined) void openWished(id)
  }, [wished, isLive])

  const lost = isLive && jobId !== null && !job && awaited !== jobId ? jobId : null
  useEffect(() => {
    if (lost !== null) void closeWhereGone(lost)
  }, [lost])
  return job
}

async function openWished(id: string): Promise<void> {
  const job = await reachVideoJob(id).catch(() => undefined)
  if (job) openVideo(id)
  else toast('This job has been removed from the list of videos. What it made is in the Library.')
}

/** An earlier job may only not be listed yet. */
async function closeWhereGone(id: string): Promise<void> {
  const job = await reachVideoJob(id).catch(() => undefined)
  if (!job && useVideoView.getState().jobId === id) openVideo(null)
}
