// Downloads the videos of an operation, stores them in the media folder, and adds each to the Library once.
import { createReadStream } from 'node:fs'
import { ApiError } from '#shared/schemas/api-error'
import type { VideoMetadata } from '#shared/schemas/generation-metadata'
import type { GeneratedVideo } from '#shared/schemas/video-job'
import type { JobPorts } from '../jobs/job-ports'
import { measureVideo } from '../media/measure-media'
import type { Media } from '../media/media'
import { type MediaFile, readFileChunks } from '../media/media-file'
import { headLength, readMediaType } from '../media/media-type'
import { toJobError } from '../response'
import { type Downloaded, downloadVideo, PartialFile } from './download-video'
import type { Step, StoredVideoJob, VideoChange, VideoResult } from './video-kind'

/** Stores the `bytes` downloaded to `path`; the file stays there. */
async function storeVideoFile(path: string, bytes: number, media: Media): Promise<GeneratedVideo> {
  checkType(Buffer.concat(await createReadStream(path, { end: headLength - 1 }).toArray()))
  const stored = await media.storeStream({
    chunks: readFileChunks(path),
    name: 'Generated video',
    length: bytes,
  })
  return await measure(stored)
}

/** Stores bytes that the operation returned inline. */
export async function storeVideoBytes(base64: string, media: Media): Promise<GeneratedVideo> {
  const bytes = Buffer.from(base64, 'base64')
  checkType(bytes)
  return await measure(await media.saveGenerated(bytes))
}

async function measure({ hash, path, mimeType, length }: MediaFile): Promise<GeneratedVideo> {
  return { media: hash, mimeType, bytes: length, ...(await measureVideo(path)) }
}

function checkType(head: Uint8Array): void {
  const { mimeType } = readMediaType(head)
  if (mimeType.startsWith('video/')) return
  const received =
    head.length === 0 ? 'no data' : mimeType === 'application/octet-stream' ? 'unknown data' : mimeType
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', `The provider returned ${received} instead of a video.`)
}

/** Call within the transaction that ends the job, with `results` from before it. */
function indexVideos(
  { indexJobResult, now }: Pick<JobPorts, 'indexJobResult' | 'now'>,
  job: StoredVideoJob,
  results: readonly VideoResult[],
): void {
  const createdAt = now()
  for (const { made, listed } of results) {
    if (!made || listed) continue
    const { media, mimeType, seconds, width, height } = made
    indexJobResult({
      kind: 'video',
      jobId: job.id,
      title: job.input.prompt,
      text: job.input.prompt,
      model: job.input.model,
      media,
      mimeType,
      createdAt,
      seconds,
      width,
      height,
      metadata: toMetadata(job, createdAt),
    })
  }
}

/** Marks the stored results of an ended job. */
function markListed(results: readonly VideoResult[]): VideoResult[] {
  return results.map((result) => (result.made ? { ...result, listed: true } : result))
}

function toMetadata({ id, input, progress }: StoredVideoJob, createdAt: number): VideoMetadata {
  const { submittedAt, upstream, exchangeId } = progress
  return {
    version: 1,
    kind: 'video',
    model: input.model,
    createdAt,
    took: submittedAt === null ? null : Math.max(0, createdAt - submittedAt),
    upstream: upstream?.kind ?? null,
    exchangeId,
    jobId: id,
    form: input,
  }
}

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
