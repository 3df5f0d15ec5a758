// Everything known about a job: model, service, times, settings, operation and pictures.
import { useQuery } from '@tanstack/react-query'
import { costOfVideo } from '#shared/prices/cost'
import type { JobFile } from '#shared/schemas/job'
import type { VideoForm, VideoJob } from '#shared/schemas/video-job'
import { CopyButton } from '../../../components/CopyButton'
import { Disclosure } from '../../../components/Disclosure'
import { formatCount, formatDuration, formatMoment } from '../../../components/format'
import { Thumbnail } from '../../../media-viewer/Thumbnail'
import { useJobCost } from '../../../models/prices'
import { useModelsOf } from '../../../models/use-models'
import { personLabels } from '../../../state/video-form'
import { describeVideo } from '../state/video-jobs'
import { isFrame } from './video-frame'

const row = 'grid grid-cols-[112px_minmax(0,1fr)] items-baseline gap-3'

export function JobFacts({ job }: { job: VideoJob }) {
  const { toModelName } = useModelsOf('video')
  const { operation, form } = job
  const cost = useVideoCost(job)
  return (
    <section aria-label="Details" className="flex flex-col gap-2 border-line border-t pt-3">
      <dl className="flex flex-col gap-1">
        {listFacts(job, toModelName(form.model), cost).map(({ name, value, delivered }) => (
          <div key={name} className={row}>
            <dt className="text-faint text-sm">{name}</dt>
            <dd className="selectable tabular-nums [overflow-wrap:anywhere]">
              {value}
              {delivered !== undefined && <span className="text-warn">{` (delivered: ${delivered})`}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <Pictures job={job} />
      {operation !== null && (
        <Disclosure summary="Technical details">
          <dl className={`${row} pl-4`}>
            <dt className="text-faint text-sm">Operation</dt>
            <dd className="flex min-w-0 items-center gap-1">
              <code className="selectable min-w-0 truncate font-mono text-sm" title={operation}>
                {operation}
              </code>
              <CopyButton label="Copy operation name" text={operation} />
            </dd>
          </dl>
        </Disclosure>
      )}
    </section>
  )
}

/** By the requested duration, or that of the video; undefined until there is one, and for the demo. */
function useVideoCost({ form, upstream, submittedAt, createdAt, videos }: VideoJob): string | undefined {
  const seconds = videos.map((video) => form.durationSeconds ?? video.seconds)
  const cost = useJobCost({ model: form.model, upstream, at: submittedAt ?? createdAt }, (rates) =>
    seconds.includes(null) ? null : costOfVideo(rates, sumSeconds(seconds), form.resolution),
  )
  return videos.length === 0 || cost === undefined ? undefined : (cost ?? '–')
}

function sumSeconds(seconds: readonly (number | null)[]): number {
  return seconds.reduce<number>((sum, each) => sum + (each ?? 0), 0)
}

/** The names of requested frames that are not in the video; compared once it has been downloaded. */
function useUnusedFrames({ form, videos }: VideoJob): readonly string[] {
  const media = videos[0]?.media
  const { data = [] } = useQuery({
    queryKey: ['unused frames', media, form.image?.media, form.lastFrame?.media],
    enabled: media !== undefined && form.image !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async () => {
      const { image, lastFrame } = form
      const checks = [
        { name: 'First frame', position: 'start', file: image },
        { name: 'Last frame', position: 'end', file: lastFrame },
      ] as const
      const unused: string[] = []
      for (const { name, position, file } of checks)
        if (media && file && !(await isFrame(media, position, file.media))) unused.push(name)
      return unused
    },
  })
  return data
}

function Pictures({ job }: { job: VideoJob }) {
  const { image, lastFrame, references = [] } = job.form
  const unused = useUnusedFrames(job)
  const inputs: [string, JobFile | undefined][] = [
    ['First frame', image],
    ['Last frame', lastFrame],
    ...references.map((file, at): [string, JobFile] => [`Reference image ${at + 1}`, file]),
  ]
  const pictures = inputs.flatMap(([name, file]) => (file ? [{ name, file }] : []))
  if (pictures.length === 0) return null
  return (
    <ul aria-label="Input images" className="flex flex-wrap gap-2">
      {pictures.map(({ name, file: { media, mimeType } }) => (
        <li key={name} className="flex flex-col items-center gap-1">
          <span className="flex size-16 items-center justify-center overflow-hidden rounded-md border border-line bg-sunken">
            <Thumbnail media={media} mimeType={mimeType} alt={name} size={64} />
          </span>
          <span aria-hidden="true" className="text-faint text-xs">
            {name}
          </span>
          {unused.includes(name) && (
            <span className="max-w-24 text-center text-warn text-xs">
              The video {name === 'First frame' ? 'starts' : 'ends'} differently
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

interface Fact {
  readonly name: string
  readonly value: string
  /** The value of the video; only if it differs from the request. */
  readonly delivered?: string
}

/** Only facts that are known, and settings that were set. */
function listFacts(job: VideoJob, modelName: string, cost?: string): Fact[] {
  const { form, upstream, createdAt, submittedAt, endedAt, videos, polls } = job
  const duration = submittedAt !== null && endedAt !== null && endedAt - submittedAt
  const facts: [string, string | false | null | undefined][] = [
    ['Model', modelName],
    ['Provider', upstream?.label],
    ['Requested', formatMoment(createdAt)],
    ['Generation time', duration !== false && polls.length > 0 && formatDuration(duration)],
    ...videos.map((video, at): [string, string] => [
      videos.length > 1 ? `Video ${at + 1}` : 'Video',
      describeVideo(video),
    ]),
    ['Cost', cost],
    ...listSet(form),
  ]
  const differences = findDifferences(job)
  return facts.flatMap(([name, value]) => {
    const delivered = differences[name]
    return value ? [{ name, value, ...(delivered === undefined ? {} : { delivered }) }] : []
  })
}

/** Shorter side, in pixels. */
const resolutionSides = { '720p': 720, '1080p': 1080, '4k': 2160 } as const

/** Seconds: the last frame may be missing, or one more. */
const durationTolerance = 0.1

/** The values of the first video that differs, by the name of the requested setting. */
export function findDifferences({ form, videos }: Pick<VideoJob, 'form' | 'videos'>): Record<string, string> {
  const { aspectRatio, durationSeconds, resolution } = form
  const found: Record<string, string> = {}
  for (const { width, height, seconds } of videos) {
    if (width && height) {
      const [across = 16, down = 9] = aspectRatio?.split(':').map(Number) ?? []
      const size = `${width} × ${height}`
      if (aspectRatio && Math.abs(width / height / (across / down) - 1) > 0.02) found['Aspect ratio'] ??= size
      if (resolution && Math.min(width, height) !== resolutionSides[resolution]) found.Resolution ??= size
    }
    if (durationSeconds && seconds !== null && Math.abs(seconds - durationSeconds) > durationTolerance)
      found.Duration ??= `${formatCount(seconds)} s`
  }
  return found
}

function listSet(form: VideoForm): [string, string | undefined][] {
  const { aspectRatio, durationSeconds, resolution, negativePrompt, personGeneration, seed } = form
  return [
    ['Aspect ratio', aspectRatio],
    ['Duration', durationSeconds && `${durationSeconds} s`],
    ['Resolution', resolution],
    ['Negative prompt', negativePrompt],
    ['Person generation', personGeneration && personLabels[personGeneration]],
    ['Seed', seed?.toString()],
  ]
}
