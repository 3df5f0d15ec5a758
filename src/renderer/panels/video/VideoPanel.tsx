// Video: the form of the next one, the jobs, and the open job.
import { useEffect } from 'react'
import { Notice } from '../../components/Notice'
import { PanelHeader } from '../../components/PanelHeader'
import { Skeleton } from '../../components/Skeleton'
import { useMediaQuery } from '../../components/use-media-query'
import { narrowWindow } from '../../components/window-sizes'
import { DamagedJobs } from '../../notices/DamagedJobs'
import { openVideoForm, useVideoForm } from '../../state/video-form'
import { resetListFocus } from '../../state/video-view'
import { NewVideo } from './form/NewVideo'
import { JobList } from './jobs/JobList'
import { JobView } from './opened/JobView'
import { useVideoJobs, watchVideos } from './state/video-jobs'
import { useOpenJob } from './use-open-job'
import { VideoStart } from './VideoStart'

/** From here on the list stands beside the open job. */
const roomy = '(width >= 1240px)'

export function VideoPanel() {
  const isNarrow = useMediaQuery(narrowWindow)
  const isRoomy = useMediaQuery(roomy)
  const { status, jobs, total } = useVideoJobs()
  const isLoaded = useVideoForm((state) => state.isLoaded || state.failure !== null)
  const job = useOpenJob()
  useEffect(watchVideos, [])
  useEffect(() => resetListFocus, [])
  useEffect(() => void openVideoForm(), [])
  const form = (
    <div
      className={
        isNarrow
          ? 'flex max-h-[60%] min-h-32 shrink-0 border-line border-b short:max-h-[75%]'
          : 'flex w-72 shrink-0 border-line border-r min-[1100px]:w-80 min-[1900px]:w-96'
      }
    >
      {isLoaded ? (
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
