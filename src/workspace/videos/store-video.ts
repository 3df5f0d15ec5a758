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

/** `bytes` were downloaded to `path`, which stays. */
export async function storeVideoFile(path: string, bytes: number, media: Media): Promise<GeneratedVideo> {
  checkType(Buffer.concat(await createReadStream(path, { end: headLength - 1 }).toArray()))
  const stored = await media.storeStream({
    chunks: readFileChunks(path),
    name: 'Generated video',
    length: bytes,
  })
  return await measure(stored)
}

/** Bytes that came with the operation. */
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
  const what =
    head.length === 0 ? 'no data' : mimeType === 'application/octet-stream' ? 'unknown data' : mimeType
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', `The provider returned ${what} instead of a video.`)
}

/** Within the transaction that ends the job; `results` as they were before it. */
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
      making: toMaking(job, createdAt),
    })
  }
}

/** Of results whose job has ended. */
export function asListed(results: readonly VideoResult[]): VideoResult[] {
  return results.map((result) => (result.made ? { ...result, listed: true } : result))
}

function toMaking({ id, input, progress }: StoredVideoJob, createdAt: number): VideoMetadata {
  const { submittedAt, upstream, exchangeId } = progress
  return {
    version: 1,
    kind: 'video',
    model: input.model,
    createdAt,
    took: submittedAt === null ? null : createdAt - submittedAt,
    upstream: upstream?.kind ?? null,
    exchangeId,
    jobId: id,
    form: input,
  }
}
