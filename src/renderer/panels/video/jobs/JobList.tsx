// All jobs, newest first; only the rows in view are rendered.

import { Clapperboard } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import type { VideoJob } from '#shared/schemas/video-job'
import { toastOutcome } from '../../../api/toast-outcome'
import { joinClasses } from '../../../components/join-classes'
import { ListItem, ListItemLine, useTabStop } from '../../../components/ListItem'
import { ListRows, useListRows } from '../../../components/ListRows'
import { moveByArrows } from '../../../components/move-focus'
import { useNow } from '../../../components/use-now'
import { Thumbnail } from '../../../media-viewer/Thumbnail'
import { isCommandKey, keysOf } from '../../../state/keymap'
import { openVideo, playVideo, useVideoView } from '../../../state/video-form'
import {
  describeJob,
  describeState,
  isEnded,
  jobActions,
  listJobActions,
  runJobAction,
  toFormRatio,
  videoJobs,
} from '../state/video-jobs'

const rowHeight = 62

interface JobListProps {
  readonly jobs: readonly VideoJob[]
}

export function JobList({ jobs }: JobListProps) {
  // State instead of a ref, because the rows must render again once it exists.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const { jobId: openId, left: closedJobId } = useVideoView()
  const hasEarlier = videoJobs.useJobs((state) => state.hasEarlier)
  const { focused, setFocused, tabStop } = useTabStop(jobs, openId, closedJobId)
  const now = useNow(jobs.every(isEnded) ? 30_000 : 1_000)
  const rows = useListRows(scroller, {
    count: jobs.length,
    keyOf: (index) => jobs[index]?.id ?? index,
    heightOf: () => rowHeight,
    padding: { start: 8, end: 16 },
    overscan: 8,
    activeRow: tabStop,
  })
  const isAtEnd = (rows.range?.endIndex ?? 0) >= jobs.length - 20
  useEffect(() => {
    if (isAtEnd && hasEarlier) toastOutcome(videoJobs.fetchEarlier(), 'Couldn’t load earlier videos')
  }, [isAtEnd, hasEarlier])
  useListFocus(scroller, { jobs, focused, closedJobId })

  // Scrolls to a job that another panel opened, also if it was opened before the list.
  const shown = useRef<string | null>(null)
  useEffect(() => {
    const index = jobs.findIndex(({ id }) => id === openId)
    if (!scroller || shown.current === openId || index < 0) return
    shown.current = openId
    rows.scrollToIndex(index, { align: 'auto' })
  })
  return (
    <nav
      ref={setScroller}
      aria-label="All videos"
      className="min-h-0 flex-1 overflow-y-auto pl-2 [scrollbar-gutter:stable]"
      onKeyDown={moveByArrows}
    >
      <ListRows
        rows={rows}
        element="ul"
        label="Videos"
        rowProps={(index) => ({ 'aria-setsize': jobs.length, 'aria-posinset': index + 1 })}
      >
        {(index) => {
          const job = jobs[index]
          return (
            job && (
              <JobRow
                job={job}
                {...describeJob(job, now)}
                isOpen={job.id === openId}
                isTabStop={index === tabStop}
                onFocus={setFocused}
              />
            )
          )
        }}
      </ListRows>
    </nav>
  )
}

interface ListFocusOptions extends JobListProps {
  /** The row that had the focus last. */
  readonly focused: string | null
  /** The job that was open before, which gets the focus back. */
  readonly closedJobId: string | null
}

/** Keeps the focus in the list: moves it to the row after a removed one, and back to the job that was closed. */
function useListFocus(list: HTMLElement | null, { jobs, focused, closedJobId }: ListFocusOptions) {
  const before = useRef(jobs)
  useEffect(() => {
    const old = before.current
    before.current = jobs
    const index = old.findIndex(({ id }) => id === focused)
    if (!list || index < 0 || jobs.some(({ id }) => id === focused)) return
    const next = jobs[Math.min(index, jobs.length - 1)]
    if (next) focusRow(list, next.id)
  }, [list, jobs, focused])
  useEffect(() => {
    if (!list || closedJobId === null) return
    // The rows are rendered one frame after the list.
    const frame = requestAnimationFrame(() => focusRow(list, closedJobId))
    return () => cancelAnimationFrame(frame)
  }, [list, closedJobId])
}

/** Only if the focused element was removed. */
function focusRow(list: HTMLElement, id: string) {
  if (document.activeElement !== document.body) return
  list.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`)?.focus()
}

interface JobRowProps {
  readonly job: VideoJob
  /** Its state and age. */
  readonly line: string
  /** The next step, the problem, or the result. */
  readonly detail: string
  readonly isOpen: boolean
  readonly isTabStop: boolean
  readonly onFocus: (id: string) => void
}

const JobRow = memo(function JobRow({ job, line, detail, ...row }: JobRowProps) {
  const { id, form, upstream, videos } = job
  const actions = listJobActions(job)
  const pressKey = (event: KeyboardEvent) => {
    if (isCommandKey(event, 'list.delete') && actions.includes('remove')) runJobAction('remove', job)
    else if (event.key === ' ' && videos.length > 0) playVideo(id)
    else return
    event.preventDefault()
  }
  const items = actions.map((action) => {
    const { name, icon } = jobActions[action]
    return {
      name,
      icon,
      ...(action === 'remove' && { ...keysOf('list.delete'), hasSeparator: true }),
      onSelect: () => runJobAction(action, job),
    }
  })
  return (
    <ListItem
      {...row}
      id={id}
      name={form.prompt}
      title={[form.prompt, line, detail].join('\n')}
      items={items}
      picture={<Cover job={job} />}
      onOpen={() => openVideo(id)}
      onKeyDown={pressKey}
    >
      <ListItemLine>
        <span
          aria-hidden="true"
          className={joinClasses('size-1.5 shrink-0 rounded-full', dotClassNames[describeState(job).tone])}
        />
        <span className="truncate">{line}</span>
        {upstream?.kind === 'demo' && <span className="ml-auto shrink-0">Demo</span>}
      </ListItemLine>
      <span className="truncate text-faint text-xs tabular-nums">{detail}</span>
    </ListItem>
  )
})

function Cover({ job: { videos, form } }: { job: VideoJob }) {
  const [video] = videos
  const ratio = video?.width && video.height ? video.width / video.height : toFormRatio(form)
  return (
    <span className="flex h-9 w-16 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line bg-sunken text-faint">
      {video ? (
        <Thumbnail
          media={video.media}
          mimeType={video.mimeType}
          alt=""
          size={ratio > 1 ? 64 : 36}
          ratio={ratio}
        />
      ) : (
        <Clapperboard size={16} strokeWidth={1.5} aria-hidden="true" />
      )}
    </span>
  )
}

const dotClassNames = {
  quiet: 'bg-faint',
  busy: 'animate-breathe bg-accent',
  good: 'bg-signal-ok',
  warn: 'bg-signal-demo',
  danger: 'bg-signal-off',
} as const
