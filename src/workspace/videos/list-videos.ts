// Has the videos that a job has made listed in the Library, each once.
import type { VideoMaking } from '#shared/schemas/making'
import type { JobPorts } from '../jobs/job-ports'
import type { KeptVideo, VideoResult } from './video-kind'

/** Within the transaction that ends the job; `results` as they stood before it. */
export function listVideos(
  { addMade, now }: Pick<JobPorts, 'addMade' | 'now'>,
  job: KeptVideo,
  results: readonly VideoResult[],
): void {
  const createdAt = now()
  for (const { made, listed } of results) {
    if (!made || listed) continue
    const { media, mimeType, seconds, width, height } = made
    addMade({
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

function toMaking({ id, input, progress }: KeptVideo, createdAt: number): VideoMaking {
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
