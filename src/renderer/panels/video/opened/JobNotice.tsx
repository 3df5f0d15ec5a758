// What has become of a job that did not go as usual.
import type { VideoJob } from '#shared/schemas/video-job'
import { Notice } from '../../../components/Notice'
import { RetryTime } from '../../../components/RetryTime'
import { findTrouble } from './job-notice'

export function JobNotice({ job }: { job: VideoJob }) {
  const trouble = findTrouble(job)
  if (!trouble) return null
  const { tone, title, sentences, retryAt } = trouble
  return (
    <Notice tone={tone} title={title}>
      {sentences.length > 0 && (
        <ul className="flex flex-col gap-0.5">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {retryAt !== undefined && <RetryTime at={retryAt} />}
    </Notice>
  )
}
