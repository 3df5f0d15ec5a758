// Stores a generated video in the media folder, and adds it to the Library once.
import { createReadStream } from 'node:fs'
import { ApiError } from '#shared/schemas/api-error'
import type { VideoMetadata } from '#shared/schemas/generation-metadata'
import type { GeneratedVideo } from '#shared/schemas/video-job'
import type { JobPorts } from '../jobs/job-ports'
import { measureVideo } from '../media/measure-media'
import type { Media } from '../media/media'
import { type MediaFile, readFileChunks } from '../media/media-file'
import { headLength, readMediaType } from '../media/media-type'
import type { StoredVideoJob, VideoResult } from './video-kind'

/** Stores the `bytes` downloaded to `path`; the file stays there. */
export async function storeVideoFile(path: string, bytes: number, media: Media): Promise<GeneratedVideo> {
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
export function indexVideos(
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
export function markListed(results: readonly VideoResult[]): VideoResult[] {
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
