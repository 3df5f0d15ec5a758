// One job: its video or how far it has come, what can be done, and everything that is known of it.
import { ArrowLeft, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { VideoJob } from '#shared/schemas/video-job'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { onEscape } from '../../../components/keyboard'
import { openVideo } from '../../../state/video-view'
import { listJobActions } from '../jobs/job-actions'
import { jobVerbs, runJobAction } from '../jobs/job-verbs'
import { isEnded } from '../state/video-fold'
import { AgainQuestion } from './AgainQuestion'
import { JobFacts } from './JobFacts'
import { JobNotice } from './JobNotice'
import { JobStage } from './JobStage'
import { MadeVideos } from './MadeVideos'
import { PollLog } from './PollLog'

interface JobViewProps {
  readonly job: VideoJob
  /** The list stands beside it. */
  readonly isBeside: boolean
}

export function JobView({ job, isBeside }: JobViewProps) {
  const view = useRef<HTMLElement>(null)
  const close = () => openVideo(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each state has other buttons.
  useEffect(() => {
    // What opened it may have made room for it, or a pressed button is gone, and the focus went with that.
    if (document.activeElement === document.body) view.current?.focus()
  }, [job.state])
  return (
    <article
      ref={view}
      tabIndex={-1}
      aria-label="Open video"
      onKeyDown={onEscape(close)}
      className="flex h-full min-h-0 min-w-0 flex-1 flex-col outline-none"
    >
      <header className="flex h-11 shrink-0 items-center gap-1 border-line border-b px-3">
        {!isBeside && <IconButton label="Back to all videos" icon={ArrowLeft} onClick={close} />}
        <h2 className="min-w-0 flex-1 truncate pl-2 font-semibold" title={job.form.prompt}>
          {job.form.prompt}
        </h2>
        {isBeside && <IconButton label="Close the video" icon={X} onClick={close} />}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable]">
        <div className="@container mx-auto flex max-w-[920px] flex-col gap-4 px-5 py-4">
          {job.videos.length > 0 && <MadeVideos job={job} />}
          {job.videos.length === 0 && !isEnded(job) && <JobStage job={job} />}
          <JobNotice job={job} />
          <AgainQuestion job={job} />
          <Actions job={job} />
          <section aria-label="What was asked for" className="flex flex-col gap-1">
            <h3 className="font-medium text-faint text-xs">Prompt</h3>
            <p className="selectable whitespace-pre-wrap [overflow-wrap:anywhere]">{job.form.prompt}</p>
          </section>
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
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame. */}
      <div role="group" aria-label="Actions" className="flex flex-wrap gap-1.5">
        {actions.map((action) => {
          const { name, icon: Icon } = jobVerbs[action]
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
          There is no way to cancel a video that has been sent. Where you stop following, it goes on upstream
          and is billed all the same.
        </p>
      )}
    </div>
  )
}
