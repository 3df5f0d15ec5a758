// What is known of a job, line by line.
import type { VideoForm, VideoJob } from '#shared/schemas/video-job'
import { formatDuration, formatMoment } from '../../../components/format'
import { describeVideo } from '../jobs/describe-video'

interface Fact {
  readonly name: string
  readonly value: string
}

/** Nothing stands there that is not known or was not set. */
export function listFacts(job: VideoJob, modelName: string): Fact[] {
  const { form, upstream, createdAt, submittedAt, endedAt, videos, polls, pollCount } = job
  const took = submittedAt !== null && endedAt !== null && endedAt - submittedAt
  const facts: [string, string | false | null | undefined][] = [
    ['Model', modelName],
    ['Answered by', upstream?.label],
    ['Asked for', formatMoment(createdAt)],
    ['Took', took !== false && polls.length > 0 && formatDuration(took)],
    ['Looks', pollCount > 0 && String(pollCount)],
    ...videos.map((video, at): [string, string] => [
      videos.length > 1 ? `Video ${at + 1}` : 'Video',
      describeVideo(video),
    ]),
    ...listSet(form),
  ]
  return facts.flatMap(([name, value]) => (value ? [{ name, value }] : []))
}

const personWords = { allow_all: 'everybody', allow_adult: 'adults only', dont_allow: 'nobody' } as const

function listSet(form: VideoForm): [string, string | undefined][] {
  const { aspectRatio, durationSeconds, resolution, negativePrompt, personGeneration, seed } = form
  return [
    ['Aspect ratio', aspectRatio],
    ['Duration', durationSeconds && `${durationSeconds} s`],
    ['Resolution', resolution],
    ['Negative prompt', negativePrompt],
    ['Person generation', personGeneration && personWords[personGeneration]],
    ['Seed', seed?.toString()],
  ]
}
