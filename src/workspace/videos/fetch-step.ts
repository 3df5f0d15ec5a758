// Fetches what the operation has made; with the last of it the job ends, and its videos are items of the Library.
import type { JobPorts } from '../jobs/job-ports'
import { fetchVideo } from './fetch-video'
import { asListed, listVideos } from './list-videos'
import type { Step, VideoChange } from './step'
import type { KeptVideo } from './video-kind'

interface FetchStepPorts extends Pick<JobPorts, 'send' | 'media' | 'now' | 'addMade' | 'folder'> {
  readonly signal: AbortSignal
  readonly keep: (change: VideoChange) => Promise<void>
  readonly onBytes: (bytes: number, total: number | null) => void
}

export async function fetchStep(job: KeptVideo, ports: FetchStepPorts): Promise<Step> {
  const onResults = (results: KeptVideo['progress']['results']) => ports.keep({ progress: { results } })
  const fetched = await fetchVideo(job, { ...ports, onResults })
  if (fetched.type === 'broken') return { next: 'later', trouble: fetched }
  const { results } = fetched
  const listed = {
    progress: { results: asListed(results) },
    within: (ended: KeptVideo) => listVideos(ports, ended, results),
  }
  if (fetched.type === 'whole') return { change: { ...listed, state: 'succeeded' }, next: 'over' }
  const { error, canFetchAgain } = fetched
  const progress = { ...listed.progress, error, canFetchAgain }
  return { change: { ...listed, state: 'failed', progress }, next: 'over' }
}
