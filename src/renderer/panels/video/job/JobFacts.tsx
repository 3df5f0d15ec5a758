// Everything known about a job: model, service, times, settings, operation and pictures.
import type { JobFile } from '#shared/schemas/job'
import type { VideoForm, VideoJob } from '#shared/schemas/video-job'
import { Badge } from '../../../components/Badge'
import { CopyButton } from '../../../components/CopyButton'
import { formatCount, formatDuration, formatMoment } from '../../../components/format'
import { Thumbnail } from '../../../media-viewer/Thumbnail'
import { useModelsOf } from '../../../state/use-models'
import { describeVideo } from '../jobs/describe-job'

const row = 'grid grid-cols-[112px_minmax(0,1fr)] items-baseline gap-3'

export function JobFacts({ job }: { job: VideoJob }) {
  const { toModelName } = useModelsOf('video')
  const { operation, upstream, form } = job
  return (
    <section aria-label="Details" className="flex flex-col gap-2 border-line border-t pt-3">
      <dl className="flex flex-col gap-1">
        {listFacts(job, toModelName(form.model)).map(({ name, value }) => (
          <div key={name} className={row}>
            <dt className="text-faint text-sm">{name}</dt>
            <dd className="selectable tabular-nums [overflow-wrap:anywhere]">
              {value}
              {name === 'Provider' && upstream?.kind === 'demo' && (
                <span className="ml-2">
                  <Badge>Demo</Badge>
                </span>
              )}
            </dd>
          </div>
        ))}
        {operation !== null && (
          <div className={row}>
            <dt className="text-faint text-sm">Operation</dt>
            <dd className="flex min-w-0 items-center gap-1">
              <code className="selectable min-w-0 truncate font-mono text-sm" title={operation}>
                {operation}
              </code>
              <CopyButton label="Copy operation name" text={operation} />
            </dd>
          </div>
        )}
      </dl>
      <Pictures job={job} />
    </section>
  )
}

function Pictures({ job: { form } }: { job: VideoJob }) {
  const { image, lastFrame, references = [] } = form
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
        </li>
      ))}
    </ul>
  )
}

interface Fact {
  readonly name: string
  readonly value: string
}

/** Only facts that are known, and settings that were set. */
export function listFacts(job: VideoJob, modelName: string): Fact[] {
  const { form, upstream, createdAt, submittedAt, endedAt, videos, polls, pollCount } = job
  const duration = submittedAt !== null && endedAt !== null && endedAt - submittedAt
  const facts: [string, string | false | null | undefined][] = [
    ['Model', modelName],
    ['Provider', upstream?.label],
    ['Requested', formatMoment(createdAt)],
    ['Generation time', duration !== false && polls.length > 0 && formatDuration(duration)],
    ['Checks', pollCount > 0 && formatCount(pollCount)],
    ...videos.map((video, at): [string, string] => [
      videos.length > 1 ? `Video ${at + 1}` : 'Video',
      describeVideo(video),
    ]),
    ...listSet(form),
  ]
  return facts.flatMap(([name, value]) => (value ? [{ name, value }] : []))
}

const personLabels = { allow_all: 'everyone', allow_adult: 'adults only', dont_allow: 'no people' } as const

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
