// One job: its video or its progress, its actions, and everything known about it.
import { ArrowLeft, Clapperboard, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Poll, VideoJob } from '#shared/schemas/video-job'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Disclosure } from '../../../components/Disclosure'
import { formatPlural, formatTime } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { onEscape } from '../../../components/keyboard'
import { Notice } from '../../../components/Notice'
import { ProgressBar } from '../../../components/ProgressBar'
import { RetryCountdown } from '../../../components/RetryCountdown'
import { useNow } from '../../../components/use-now'
import { fitStage } from '../../../media-viewer/video-playback'
import { confirmRepeat, openVideo, useVideoView } from '../../../state/video-form'
import {
  describeAge,
  describeDownload,
  describeNextPoll,
  describeState,
  isEnded,
  jobActions,
  listJobActions,
  repeatJob,
  runJobAction,
  toFormRatio,
  toPercent,
} from '../state/video-jobs'
import { GeneratedVideos } from './GeneratedVideos'
import { JobFacts } from './JobFacts'

interface JobViewProps {
  readonly job: VideoJob
  /** The list is shown beside it. */
  readonly isBeside: boolean
}

export function JobView({ job, isBeside }: JobViewProps) {
  const view = useRef<HTMLElement>(null)
  const close = () => openVideo(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each state has different buttons.
  useEffect(() => {
    // The focus is lost if the control that opened it, or a pressed button, was removed.
    if (document.activeElement === document.body) view.current?.focus()
  }, [job.state])
  return (
    <article
      ref={view}
      tabIndex={-1}
      aria-label="Video details"
      onKeyDown={onEscape(close)}
      className="flex h-full min-h-0 min-w-0 flex-1 flex-col outline-none"
    >
      <header className="flex h-11 shrink-0 items-center gap-1 border-line border-b px-3">
        {!isBeside && <IconButton label="Back to all videos" icon={ArrowLeft} onClick={close} />}
        <p className="min-w-0 flex-1 truncate pl-2 font-medium text-soft">{describeState(job).label}</p>
        {isBeside && <IconButton label="Close video" icon={X} onClick={close} />}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable]">
        <div className="@container mx-auto flex max-w-[920px] min-[1900px]:max-w-[1240px] flex-col gap-4 px-5 py-4">
          {job.videos.length > 0 && <GeneratedVideos job={job} />}
          {job.videos.length === 0 && !isEnded(job) && <VideoPlaceholder job={job} />}
          <h2
            // A long prompt must be scrollable by keyboard.
            tabIndex={job.form.prompt.length > 400 ? 0 : undefined}
            className="selectable max-h-40 overflow-y-auto whitespace-pre-wrap font-semibold [overflow-wrap:anywhere]"
          >
            {job.form.prompt}
          </h2>
          <JobNotice job={job} />
          <ConfirmRepeat job={job} />
          <Actions job={job} />
          <JobFacts job={job} />
          <PollLog job={job} />
        </div>
      </div>
    </article>
  )
}

function Actions({ job }: { job: VideoJob }) {
  const actions = listJobActions(job)
  const canStop = actions.includes('stopFollowing')
  return (
    <div className="flex flex-col gap-1.5">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a border of its own. */}
      <div role="group" aria-label="Actions" className="flex flex-wrap gap-1.5">
        {actions.map((action) => {
          const { name, icon: Icon } = jobActions[action]
          return (
            <Button icon={Icon} key={action} onClick={() => runJobAction(action, job)}>
              {name}
            </Button>
          )
        })}
      </div>
      {canStop && (
        <p className="text-faint text-sm">
          The provider can’t cancel a video once it’s submitted. If you stop polling, it still finishes and is
          billed.
        </p>
      )}
    </div>
  )
}

function JobNotice({ job }: { job: VideoJob }) {
  const problem = findJobProblem(job)
  if (!problem) return null
  const { tone, title, details, retryAt } = problem
  return (
    <Notice tone={tone} title={title}>
      {details.length > 0 && (
        <ul className="flex flex-col gap-0.5">
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
      {retryAt !== undefined && <RetryCountdown at={retryAt} />}
    </Notice>
  )
}

function ConfirmRepeat({ job }: { job: VideoJob }) {
  const isConfirming = useVideoView(({ confirming }) => confirming === job.id)
  if (!isConfirming) return null
  return (
    <section aria-label="Generate again?" role="alert">
      <Notice
        tone="warn"
        title="Generate again? The first video may already have been billed."
        actions={
          <>
            <Button size="small" variant="quiet" onClick={() => confirmRepeat(null)}>
              Cancel
            </Button>
            <Button size="small" onClick={() => toastOutcome(repeatJob(job))}>
              Generate again
            </Button>
          </>
        }
      >
        {warnOfBilling(job)}
      </Notice>
    </section>
  )
}

const resultLabels: Readonly<Record<Poll['found'], string>> = {
  running: 'Generating',
  done: 'Done',
  error: 'No response',
}

function PollLog({ job: { polls, pollCount } }: { job: VideoJob }) {
  if (polls.length === 0) return null
  const summary = `Polling log: ${formatPlural(pollCount, 'check')}`
  return (
    <Disclosure summary={summary}>
      <ol aria-label="Polling log" className="mt-1 flex flex-col gap-0.5 pl-4 text-sm tabular-nums">
        {[...polls].reverse().map(({ at, found, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two checks may have the same time.
          <li key={index} className="flex gap-3">
            <time dateTime={new Date(at).toISOString()} className="shrink-0 text-faint">
              {formatTime(at)}
            </time>
            <span className="selectable min-w-0 text-soft [overflow-wrap:anywhere]">
              {message ?? resultLabels[found]}
            </span>
          </li>
        ))}
      </ol>
      {pollCount > polls.length && (
        <p className="mt-1 pl-4 text-faint text-sm">Earlier checks aren’t kept.</p>
      )}
    </Disclosure>
  )
}

function VideoPlaceholder({ job }: { job: VideoJob }) {
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
      <ProgressBar label="Download" percent={percent ?? undefined} className="h-1" />
      <span className="text-faint text-xs tabular-nums">
        {describeDownload(download ?? { bytes: 0, total: null })}
      </span>
    </div>
  )
}

interface JobProblem {
  readonly tone: 'quiet' | 'warn' | 'danger'
  readonly title: string
  /** Shown below the title. */
  readonly details: readonly string[]
  /** Milliseconds since the epoch; trying again before is useless. */
  readonly retryAt?: number
}

/** Returns null if nothing needs an explanation. */
export function findJobProblem(job: VideoJob): JobProblem | null {
  switch (job.state) {
    case 'failed':
      return describeFailure(job)
    case 'filtered':
      return {
        tone: 'warn',
        title: 'Blocked by the model’s safety filter',
        details: [...job.reasons, 'Try rephrasing. Choose Reuse prompt to edit it.'],
      }
    case 'interrupted':
      return {
        tone: 'warn',
        title: 'Interrupted while sending',
        details: [
          job.error?.message ??
            'It’s unknown whether the request arrived, so it isn’t sent again automatically.',
          'If it arrived, the video is being generated and billed, but Gen Playground can’t retrieve it.',
        ],
      }
    case 'unfollowed':
      return {
        tone: 'warn',
        title: 'Polling stopped',
        details: [
          'The provider is still generating this video and will bill it.',
          ...(job.operation === null
            ? []
            : ['Resume polling to download it. Providers keep finished videos for about two days.']),
        ],
      }
    case 'succeeded':
      return job.reasons.length === 0
        ? null
        : {
            tone: 'quiet',
            title: 'Part of this video was blocked by the safety filter',
            details: job.reasons,
          }
    case 'cancelled':
      return { tone: 'quiet', title: 'Canceled before it was sent. You won’t be billed.', details: [] }
    default:
      return job.waiting === null ? null : { tone: 'quiet', title: job.waiting, details: [] }
  }
}

function describeFailure({ error, operation, canFetchAgain, endedAt }: VideoJob): JobProblem {
  const retryAfter = error?.retryAfter
  return {
    tone: 'danger',
    title: error?.message ?? 'Couldn’t generate the video.',
    details: canFetchAgain
      ? [
          error?.code === 'NOT_FOUND'
            ? 'Choose Retry download to check again at no cost.'
            : 'The video was generated. Choose Retry download to get it at no cost.',
        ]
      : operation === null
        ? ['The request was rejected before anything was generated.']
        : [],
    ...(retryAfter !== undefined && endedAt !== null ? { retryAt: endedAt + retryAfter * 1000 } : {}),
  }
}

/** Explains why generating it again may be billed twice. */
function warnOfBilling({ state, canFetchAgain }: Pick<VideoJob, 'state' | 'canFetchAgain'>): string {
  if (state === 'unfollowed')
    return 'The first video is still being generated. Choose Resume polling to get it instead of paying twice.'
  if (state === 'interrupted')
    return 'The request may have arrived before it was interrupted. Generating again may be billed twice.'
  return canFetchAgain
    ? 'The video was probably generated but not downloaded. Retry download is free.'
    : 'The request was accepted before it failed. Generating again is billed as a new video.'
}
