// Video: the form of the next one, the jobs, and the open job.
import { useEffect } from 'react'
import { toast } from 'sonner'
import type { VideoJob } from '#shared/schemas/video-job'
import { Notice } from '../../components/Notice'
import { PanelHeader } from '../../components/PanelHeader'
import { Skeleton } from '../../components/Skeleton'
import { useMediaQuery } from '../../components/use-media-query'
import { narrowWindow } from '../../components/window-sizes'
import { DamagedJobs } from '../../notices/DamagedJobs'
import { takeJobFocus, useJobFocus } from '../../state/job-focus'
import { openVideoForm, useVideoForm } from '../../state/video-form'
import { forgetLeft, openVideo, useVideoView } from '../../state/video-view'
import { NewVideo } from './form/NewVideo'
import { JobView } from './job/JobView'
import { JobList } from './jobs/JobList'
import { reachVideoJob, useVideoJobs, watchVideos } from './state/video-jobs'
import { VideoStart } from './VideoStart'

/** From here on the list stands beside the open job. */
const roomy = '(width >= 1240px)'

export function VideoPanel() {
  const isNarrow = useMediaQuery(narrowWindow)
  const isRoomy = useMediaQuery(roomy)
  const { status, jobs, total } = useVideoJobs()
  const isRead = useVideoForm((state) => state.isRead || state.failure !== null)
  const job = useOpenJob()
  useEffect(watchVideos, [])
  useEffect(() => forgetLeft, [])
  useEffect(() => void openVideoForm(), [])
  const form = (
    <div
      className={
        isNarrow
          ? 'flex max-h-[60%] min-h-32 shrink-0 border-line border-b short:max-h-[75%]'
          : 'flex w-72 shrink-0 border-line border-r min-[1100px]:w-80 min-[1900px]:w-96'
      }
    >
      {isRead ? (
        <NewVideo />
      ) : (
        <Skeleton label="Opening the form" widths={['40%', '92%', '70%']} className="p-4" />
      )}
    </div>
  )
  const list = (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      {status === 'lost' && (
        <div className="px-3 pt-3">
          <Notice tone="warn" title="The connection to the videos was lost. It is being opened again." />
        </div>
      )}
      <DamagedJobs kind="video" className="flex flex-col gap-2 px-3 pt-3" />
      {status === 'opening' && (
        <Skeleton label="Loading the videos" widths={['62%', '88%', '74%']} className="p-6" />
      )}
      {status !== 'opening' && (jobs.length > 0 ? <JobList jobs={jobs} /> : <VideoStart />)}
    </div>
  )
  return (
    <section aria-label="Video" className="flex h-full min-w-0 flex-col bg-canvas">
      <PanelHeader title="Video">
        {total > 0 && (
          <span className="text-faint text-sm tabular-nums">
            {total === 1 ? '1 video' : `${total} videos`}
          </span>
        )}
      </PanelHeader>
      <div className={isNarrow ? 'flex min-h-0 flex-1 flex-col' : 'flex min-h-0 flex-1'}>
        {!(isNarrow && job) && form}
        {!(job && !isRoomy) &&
          (job ? (
            <div className="flex w-72 shrink-0 border-line border-r min-[1900px]:w-96">{list}</div>
          ) : (
            list
          ))}
        {job && <JobView key={job.id} job={job} isBeside={isRoomy} />}
      </div>
    </section>
  )
}

/** Undefined while none is open, and until it has been told of. */
function useOpenJob(): VideoJob | undefined {
  const jobId = useVideoView((view) => view.jobId)
  const awaited = useVideoView((view) => view.awaited)
  const isLive = useVideoJobs(({ status }) => status === 'live')
  const job = useVideoJobs(({ jobs }) => jobs.find(({ id }) => id === jobId))
  const wished = useJobFocus((focus) => focus.wished?.panel === 'video')

  useEffect(() => {
    const id = wished && isLive ? takeJobFocus('video') : undefined
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
