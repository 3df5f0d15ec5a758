// Downloads the videos of an operation, one after the other; the job ends with the last one.

import { ApiError } from '#shared/schemas/api-error'
import type { GeneratedVideo } from '#shared/schemas/video-job'
import type { JobPorts } from '../jobs/job-ports'
import type { Media } from '../media/media'
import { toJobError } from '../response'
import { type Downloaded, downloadVideo, PartialFile } from './download-video'
import { indexVideos, markListed, storeVideoFile } from './store-video'
import type { Step, StoredVideoJob, VideoChange, VideoResult } from './video-kind'

interface FetchPorts extends Pick<JobPorts, 'send' | 'media' | 'now' | 'indexJobResult' | 'folder'> {
  readonly signal: AbortSignal
  /** Resolves once the change is on the disk. */
  readonly save: (change: VideoChange) => Promise<void>
  readonly onBytes: (bytes: number, total: number | null) => void
}

export async function fetchStep({ id, progress }: StoredVideoJob, ports: FetchPorts): Promise<Step> {
  let results = progress.results
  const replace = (index: number, changed: Partial<VideoResult>) => {
    results = results.map((result, at) => (at === index ? { ...result, ...changed } : result))
  }
  /** Adds the stored videos to the Library, even if one is lost. */
  const end = (change: VideoChange): Step => ({
    next: 'finished',
    change: {
      ...change,
      progress: { ...change.progress, results: markListed(results) },
      within: (ended) => indexVideos(ports, ended, results),
    },
  })
  for (const [index, { made, path, total, tag }] of results.entries()) {
    if (made || path === null) continue
    const file = new PartialFile(ports.folder, id, index)
    const onVersion = async (version: Pick<VideoResult, 'total' | 'tag'>) => {
      replace(index, version)
      await ports.save({ progress: { results } })
    }
    const downloaded = await downloadVideo({ ...ports, path, file, version: { total, tag }, onVersion })
    const outcome =
      downloaded.type === 'complete' ? await store(file, downloaded.bytes, ports.media) : downloaded
    if (outcome.type === 'broken') return { next: 'later', problem: outcome }
    if (outcome.type === 'lost') {
      const { error, canFetchAgain } = outcome
      // Another attempt must not continue these bytes, even if it starts before they are removed.
      await file.empty()
      return end({ state: 'failed', progress: { error, canFetchAgain } })
    }
    replace(index, { made: outcome.video })
    // The last one is saved together with the end of the job.
    if (results.some((result) => !result.made)) await ports.save({ progress: { results } })
  }
  return end({ state: 'succeeded' })
}

type StoreOutcome =
  | { readonly type: 'stored'; readonly video: GeneratedVideo }
  | Exclude<Downloaded, { type: 'complete' }>

async function store({ path }: PartialFile, bytes: number, media: Media): Promise<StoreOutcome> {
  try {
    return { type: 'stored', video: await storeVideoFile(path, bytes, media) }
  } catch (error) {
    const reason = toJobError(error)
    if (error instanceof ApiError && error.code === 'UNSUPPORTED_MEDIA_TYPE')
      return { type: 'lost', error: reason, canFetchAgain: true }
    return { type: 'broken', message: reason.message, retryAfter: undefined }
  }
}
