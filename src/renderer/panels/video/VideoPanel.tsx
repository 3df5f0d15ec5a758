// Video: the form of the next one, the jobs, and the open job.
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import type { VideoJob } from '#shared/schemas/video-job'
import { toastOutcome } from '../../api/toast-outcome'
import { Button } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { formatPlural } from '../../components/format'
import { Notice } from '../../components/Notice'
import { PanelHeader } from '../../components/PanelHeader'
import { Skeleton } from '../../components/Skeleton'
import { SearchInput } from '../../components/TextInput'
import { narrowWindow, useMediaQuery } from '../../components/use-media-query'
import { DamagedJobs } from '../../notices/DamagedJobs'
import { openDrafts, useDrafts } from '../../state/draft-store'
import { useJobFocus } from '../../state/focus-requests'
import { openVideo, resetListFocus, useVideoView } from '../../state/video-form'
import { NewVideo } from './form/NewVideo'
import { JobView } from './job/JobView'
import { JobList } from './jobs/JobList'
import { findVideos, useVideoJobs, videoJobs } from './state/video-jobs'
import { VideoStart } from './VideoStart'

/** Wide enough to show the list beside the open job. */
const wideWindow = '(width >= 1240px)'

export function VideoPanel() {
  const isNarrow = useMediaQuery(narrowWindow)
  const isWide = useMediaQuery(wideWindow)
  const { isKnown, isLost, total } = videoJobs.useJobs()
  const jobs = useVideoJobs()
  const isLoaded = useDrafts(({ isLoaded, failure }) => isLoaded || failure !== null)
  const job = useOpenJob(jobs)
  useEffect(videoJobs.watch, [])
  useEffect(() => resetListFocus, [])
  useEffect(() => void openDrafts(), [])
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
        <Skeleton label="Loading form…" widths={['40%', '92%', '70%']} className="p-4" />
      )}
    </div>
  )
  const list = (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      {isLost && (
        <div className="px-3 pt-3">
          <Notice tone="warn" title="Connection to the video list lost. Reconnecting…" />
        </div>
      )}
      <DamagedJobs kind="video" className="flex flex-col gap-2 px-3 pt-3" />
      {!isKnown && <Skeleton label="Loading videos…" widths={['62%', '88%', '74%']} className="p-6" />}
      {isKnown && (jobs.length > 0 ? <SearchedJobs jobs={jobs} total={total} /> : <VideoStart />)}
    </div>
  )
  return (
    <section aria-label="Video" className="flex h-full min-w-0 flex-col bg-canvas">
      <PanelHeader title="Video">
        {total > 0 && <span className="text-faint text-sm tabular-nums">{formatPlural(total, 'video')}</span>}
      </PanelHeader>
      <div className={isNarrow ? 'flex min-h-0 flex-1 flex-col' : 'flex min-h-0 flex-1'}>
        {!(isNarrow && job) && form}
        {!(job && !isWide) &&
          (job ? (
            <div className="flex w-72 shrink-0 border-line border-r min-[1900px]:w-96">{list}</div>
          ) : (
            list
          ))}
        {job && <JobView key={job.id} job={job} isBeside={isWide} />}
      </div>
    </section>
  )
}

/** Fewer are found at a glance. */
const minSearchable = 3

function SearchedJobs({ jobs, total }: { readonly jobs: readonly VideoJob[]; readonly total: number }) {
  const [query, setQuery] = useState('')
  const isSearching = query.trim() !== ''
  useEffect(() => {
    if (isSearching) toastOutcome(videoJobs.load(), 'Couldn’t search earlier videos')
  }, [isSearching])
  const found = isSearching ? findVideos(jobs, query) : jobs
  return (
    <>
      {(total >= minSearchable || isSearching) && (
        <div className="flex shrink-0 px-3 pt-2 pb-1">
          <SearchInput
            data-panel-search
            aria-label="Search videos"
            placeholder="Search"
            className="h-7.5"
            value={query}
            onChange={({ target }) => setQuery(target.value)}
            onKeyDown={({ key }) => key === 'Escape' && setQuery('')}
          />
        </div>
      )}
      {found.length > 0 ? (
        <JobList jobs={found} />
      ) : (
        <EmptyState icon={Search} title="No results">
          <Button onClick={() => setQuery('')}>Clear search</Button>
        </EmptyState>
      )}
    </>
  )
}

/** The job that was opened here or requested by another panel; undefined if none is open or it is not listed yet. */
function useOpenJob(jobs: readonly VideoJob[]): VideoJob | undefined {
  const jobId = useVideoView((view) => view.jobId)
  const awaited = useVideoView((view) => view.awaited)
  const isLive = videoJobs.useJobs(({ isKnown, isLost }) => isKnown && !isLost)
  const job = jobs.find(({ id }) => id === jobId)
  useJobFocus('video', openRequested, isLive)

  const unlisted = isLive && jobId !== null && !job && awaited !== jobId ? jobId : null
  useEffect(() => {
    if (unlisted !== null) void closeIfGone(unlisted)
  }, [unlisted])
  return job
}

async function openRequested(id: string): Promise<void> {
  const job = await videoJobs.load(id).catch(() => undefined)
  if (job) openVideo(id)
  else toast('This job was removed from the list. Its video is in the Library.')
}

/** An earlier job may just not be loaded yet. */
async function closeIfGone(id: string): Promise<void> {
  const job = await videoJobs.load(id).catch(() => undefined)
  if (!job && useVideoView.getState().jobId === id) openVideo(null)
}
