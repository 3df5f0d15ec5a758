// The colour of a job's state; its words stand beside it.
import type { VideoJob } from '#shared/schemas/video-job'
import { joinClasses } from '../../../components/join-classes'
import { describeState } from './describe-job'

const looks = {
  quiet: 'bg-faint',
  busy: 'animate-breathe bg-accent',
  good: 'bg-signal-ok',
  warn: 'bg-signal-demo',
  danger: 'bg-signal-off',
} as const

export function JobDot({ job }: { job: VideoJob }) {
  return (
    <span
      aria-hidden="true"
      className={joinClasses('size-1.5 shrink-0 rounded-full', looks[describeState(job).tone])}
    />
  )
}
