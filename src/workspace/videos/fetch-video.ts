// Fetches what an operation has made, one file after the other, and keeps each once it is whole.
import { ApiError } from '#shared/schemas/api-error'
import type { MadeVideo } from '#shared/schemas/video-job'
import { toJobError } from '../jobs/job-error'
import type { JobPorts } from '../jobs/job-ports'
import { type Downloaded, downloadVideo } from './download-video'
import { keepVideoFile } from './keep-video'
import { openPartial, type PartialFile } from './partial-file'
import type { KeptVideo, VideoResult } from './video-kind'

interface FetchPorts extends Pick<JobPorts, 'send' | 'media' | 'folder'> {
  readonly signal: AbortSignal
  /** To be on the disk when it resolves. */
  readonly onResults: (results: VideoResult[]) => Promise<void>
  readonly onBytes: (bytes: number, total: number | null) => void
}

type Broken = Extract<Downloaded, { type: 'broken' }>
type Lost = Extract<Downloaded, { type: 'lost' }>

/** `results` with all that has come, also where one of them is lost. */
type Fetched = Broken | ({ readonly results: readonly VideoResult[] } & ({ readonly type: 'whole' } | Lost))

export async function fetchVideo({ id, progress }: KeptVideo, ports: FetchPorts): Promise<Fetched> {
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
      onTold: async (told) => {
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
): Promise<MadeVideo | Broken | Lost> {
  try {
    return await keepVideoFile(file.path, bytes, media)
  } catch (error) {
    const told = toJobError(error)
    if (!(error instanceof ApiError) || error.code !== 'UNSUPPORTED_MEDIA_TYPE')
      return { type: 'broken', message: told.message, retryAfter: undefined }
    return { type: 'lost', error: told, canFetchAgain: true }
  }
}
