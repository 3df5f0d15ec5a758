// Shown in place of a video until it is downloaded: the job's state and progress, in the video's shape.
import { Clapperboard } from 'lucide-react'
import type { VideoJob } from '#shared/schemas/video-job'
import { useNow } from '../../../components/use-now'
import { fitStage } from '../../../media-viewer/video-playback'
import {
  describeAge,
  describeDownload,
  describeNextPoll,
  describeState,
  toFormRatio,
  toPercent,
} from '../jobs/describe-job'

export function VideoPlaceholder({ job }: { job: VideoJob }) {
  const now = useNow(1_000)
  const { label, tone } = describeState(job)
  const details = [describeAge(job, now), describeNextPoll(job, now)].filter(Boolean)
  return (
    <div
      style={fitStage(toFormRatio(job.form))}
      className="mx-auto flex min-w-0 flex-col items-center justify-center gap-2 rounded-lg border border-line bg-sunken p-4 text-center"
    >
      <Clapperboard
        size={24}
        strokeWidth={1.5}
        aria-hidden="true"
        className={tone === 'busy' ? 'animate-breathe text-accent' : 'text-faint'}
      />
      <p role="status" className="font-medium">
        {job.state === 'downloading' ? 'Downloading' : label}
      </p>
      {details.length > 0 && <p className="text-soft text-sm tabular-nums">{details.join(' · ')}</p>}
      {job.state === 'downloading' && <Download download={job.download} />}
    </div>
  )
}

function Download({ download }: Pick<VideoJob, 'download'>) {
  const percent = toPercent(download)
  return (
    <div className="flex w-56 max-w-full flex-col gap-1">
      <span
        role="progressbar"
        aria-label="Download"
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent === null ? {} : { 'aria-valuenow': percent })}
        className="h-1 overflow-hidden rounded-full bg-line-strong/55"
      >
        <span className="block h-full rounded-full bg-accent-fill" style={{ width: `${percent ?? 0}%` }} />
      </span>
      <span className="text-faint text-xs tabular-nums">
        {describeDownload(download ?? { bytes: 0, total: null })}
      </span>
    </div>
  )
}
