// Makes of what an operation has answered what is to be fetched; bytes that came with it are kept at once.
import { ApiError } from '#shared/schemas/api-error'
import type { JobError } from '#shared/schemas/job'
import { toJobError } from '../jobs/job-error'
import type { Media } from '../media/media'
import { keepVideoBytes } from './keep-video'
import type { Sample } from './read-operation'
import type { VideoResult } from './video-kind'

/** What is there from an earlier time is not fetched again. Rejects where the media folder cannot be written to. */
export async function toResults(
  samples: readonly Sample[],
  earlier: readonly VideoResult[],
  media: Media,
): Promise<VideoResult[] | { error: JobError }> {
  const results: VideoResult[] = []
  try {
    for (const [index, sample] of samples.entries()) {
      const before = earlier[index]
      results.push(before?.made ? before : await toResult(sample, media))
    }
    return results
  } catch (error) {
    if (error instanceof ApiError && error.code === 'UNSUPPORTED_MEDIA_TYPE')
      return { error: toJobError(error) }
    throw error
  }
}

async function toResult(sample: Sample, media: Media): Promise<VideoResult> {
  const base = { total: null, tag: null, listed: false }
  if ('path' in sample) return { ...base, path: sample.path, made: null }
  return { ...base, path: null, made: await keepVideoBytes(sample.base64, media) }
}
