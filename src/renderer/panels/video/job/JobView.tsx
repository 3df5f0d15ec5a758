// One job: its video or its progress, its actions, and everything known about it.
import { ArrowLeft, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Poll, VideoJob } from '#shared/schemas/video-job'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Disclosure } from '../../../components/Disclosure'
import { formatPlural, formatTime } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { onEscape } from '../../../components/keyboard'
import { Notice } from '../../../components/Notice'
import { RetryCountdown } from '../../../components/RetryCountdown'
import { confirmRepeat, openVideo, useVideoView } from '../../../state/video-form'
import { describeState } from '../jobs/describe-job'
import { jobActions, listJobActions, repeatJob, runJobAction } from '../jobs/job-actions'
import { isEnded } from '../state/video-jobs'
import { GeneratedVideos } from './GeneratedVideos'
import { JobFacts } from './JobFacts'
import { findJobProblem, warnOfBilling } from './job-notice'
import { VideoPlaceholder } from './VideoPlaceholder'

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
            <Button key={action} onClick={() => runJobAction(action, job)}>
              <Icon size={14} aria-hidden="true" className="text-faint" />
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
