// Video: the form of the next one, the jobs, and the open job.
import { Play, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import type { VideoForm, VideoJob } from '#shared/schemas/video-job'
import { desktop } from '../../api/desktop'
import { toastOutcome } from '../../api/toast-outcome'
import { Button } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { formatPlural } from '../../components/format'
import { Notice } from '../../components/Notice'
import { PanelHeader } from '../../components/PanelHeader'
import { Skeleton } from '../../components/Skeleton'
import { SearchInput } from '../../components/TextInput'
import { narrowWindow, useMediaQuery } from '../../components/use-media-query'
import { useServer } from '../../models/model-list'
import { DamagedJobs } from '../../notices/DamagedJobs'
import { StartScreen } from '../../notices/StartScreen'
import { openDrafts, useDrafts } from '../../state/draft-store'
import { useJobFocus } from '../../state/focus-requests'
import {
  defaultVideoModel,
  openGeneratedVideo,
  openVideo,
  resetListFocus,
  useVideoView,
} from '../../state/video-form'
import { NewVideo } from './form/NewVideo'
import { JobView } from './job/JobView'
import { JobList } from './jobs/JobList'
import city from './samples/city.webp'
import evening from './samples/evening.webp'
import snow from './samples/snow.webp'
import { findVideos, useVideoJobs, videoJobs } from './state/video-jobs'

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

function VideoStart() {
  const server = useServer()
  return (
    <StartScreen
      title="What would you like to create?"
      demoText="The built-in demo generates small videos offline, with no API key and no audio, but it knows only a few subjects. To use a real model, choose a provider in Settings."
      text={
        server
          ? `${server.name} can’t generate videos. To try a sample, choose another provider in Settings > Provider.`
          : 'Generating a video takes from ten seconds to a few minutes. It continues if you close this window or quit, and the video downloads when it’s ready.'
      }
      starters={server ? starters.map((each) => ({ ...each, disabled: true })) : starters}
      gridClassName="@min-[440px]:grid-cols-3"
    >
      Drop images anywhere to use them as first frame, last frame, or reference images. Jobs survive a restart
      and are never sent, or billed, twice automatically.
    </StartScreen>
  )
}

interface SampleVideo {
  readonly title: string
  /** A frame of the demo's video. */
  readonly poster: string
  readonly form: VideoForm & { readonly aspectRatio: string }
}

const model = defaultVideoModel

const sampleVideos: readonly SampleVideo[] = [
  {
    title: 'Calm evening',
    poster: evening,
    form: {
      model,
      prompt: 'A sailboat crosses a calm sea at sunset with mountains in the background.',
      aspectRatio: '16:9',
    },
  },
  {
    title: 'Vertical, four seconds',
    poster: snow,
    form: {
      model,
      prompt: 'Snow falls on a forest at night under a full moon, seen from between the trees.',
      aspectRatio: '9:16',
      durationSeconds: 4,
    },
  },
  {
    title: 'City in the rain',
    poster: city,
    form: {
      model,
      prompt:
        'Rain over a city at night with lit windows. A car drives slowly past, its headlights reflecting on the wet street.',
      aspectRatio: '16:9',
      durationSeconds: 6,
    },
  },
]

const starters = sampleVideos.map(({ title, poster, form }) => ({
  title,
  text: form.prompt,
  picture: (
    <span aria-hidden="true" className="relative flex h-16 w-fit max-w-full">
      <img src={poster} alt="" draggable={false} className="h-full min-w-0 rounded-md object-cover" />
      <span className="absolute bottom-1 left-1 flex rounded-sm bg-[#000a] p-1 text-[#fff]">
        <Play size={10} fill="currentColor" />
      </span>
    </span>
  ),
  run: () => desktop.videos.create(form).then(({ id }) => openGeneratedVideo(id)),
}))
