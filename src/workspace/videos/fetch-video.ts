// Downloads what an operation has made, one file after the other; with the last of them the job ends.

import { ApiError } from '#shared/schemas/api-error'
import type { GeneratedVideo } from '#shared/schemas/video-job'
import type { JobPorts } from '../jobs/job-ports'
import { toJobError } from '../response'
import { type Downloaded, downloadVideo, openPartial, type PartialFile } from './download-video'
import { asListed, indexVideos, storeVideoFile } from './store-video'
import type { Step, StoredVideoJob, VideoChange, VideoResult } from './video-kind'

interface FetchStepPorts extends Pick<JobPorts, 'send' | 'media' | 'now' | 'indexJobResult' | 'folder'> {
  readonly signal: AbortSignal
  readonly keep: (change: VideoChange) => Promise<void>
  readonly onBytes: (bytes: number, total: number | null) => void
}

export async function fetchStep(job: StoredVideoJob, ports: FetchStepPorts): Promise<Step> {
  const onResults = (results: StoredVideoJob['progress']['results']) => ports.keep({ progress: { results } })
  const fetched = await fetchVideo(job, { ...ports, onResults })
  if (fetched.type === 'broken') return { next: 'later', problem: fetched }
  const { results } = fetched
  const listed = {
    progress: { results: asListed(results) },
    within: (ended: StoredVideoJob) => indexVideos(ports, ended, results),
  }
  if (fetched.type === 'whole') return { change: { ...listed, state: 'succeeded' }, next: 'over' }
  const { error, canFetchAgain } = fetched
  const progress = { ...listed.progress, error, canFetchAgain }
  return { change: { ...listed, state: 'failed', progress }, next: 'over' }
}

interface FetchPorts extends Pick<JobPorts, 'send' | 'media' | 'folder'> {
  readonly signal: AbortSignal
  /** To be on the disk when it resolves. */
  readonly onResults: (results: VideoResult[]) => Promise<void>
  readonly onBytes: (bytes: number, total: number | null) => void
}

type Broken = Extract<Downloaded, { type: 'broken' }>
type Lost = Extract<Downloaded, { type: 'lost' }>

/** `results` with all that has come, also if one of them is lost. */
type Fetched = Broken | ({ readonly results: readonly VideoResult[] } & ({ readonly type: 'whole' } | Lost))

async function fetchVideo({ id, progress }: StoredVideoJob, ports: FetchPorts): Promise<Fetched> {
  let results = progress.results
  const replace = (index: number, changed: Partial<VideoResult>) => {
    results = results.map((result, at) => (at === index ? { ...result, ...changed } : result))
  }
  for (const [index, result] of results.entries()) {
    if (result.made || result.path === null) continue
    const file = openPartial(ports.folder, id, index)
    const downloaded = await downloadVideo({
      ...ports,
      path: result.path,
      file,
      told: result,
      onVersion: async (told) => {
        replace(index, told)
        await ports.onResults(results)
      },
    })
    const outcome = downloaded.type === 'whole' ? await keep(file, downloaded.bytes, ports) : downloaded
    if ('type' in outcome) return outcome.type === 'lost' ? { ...outcome, results } : outcome
    replace(index, { made: outcome })
    // The last one is written together with the end of the job.
    if (results.some(({ made }) => !made)) await ports.onResults(results)
  }
  return { type: 'whole', results }
}

async function keep(
  file: PartialFile,
  bytes: number,
  { media }: FetchPorts,
): Promise<GeneratedVideo | Broken | Lost> {
  try {
    return await storeVideoFile(file.path, bytes, media)
  } catch (error) {
    const told = toJobError(error)
    if (!(error instanceof ApiError) || error.code !== 'UNSUPPORTED_MEDIA_TYPE')
      return { type: 'broken', message: told.message, retryAfter: undefined }
    return { type: 'lost', error: told, canFetchAgain: true }
  }
}
