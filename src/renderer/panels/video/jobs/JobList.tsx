// All jobs, newest first; only the rows in view are rendered.

import { Clapperboard } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import type { VideoJob } from '#shared/schemas/video-job'
import { toastOutcome } from '../../../api/toast-outcome'
import { joinClasses } from '../../../components/join-classes'
import { ListRows, useListRows } from '../../../components/ListRows'
import { ContextMenu } from '../../../components/Menu'
import { entry, moveFocus } from '../../../components/move-focus'
import { RowMenuButton } from '../../../components/RowMenuButton'
import { useNow } from '../../../components/use-now'
import { Thumbnail } from '../../../media-viewer/Thumbnail'
import { isCommandKey, keysOf } from '../../../state/keymap'
import { openVideo, playVideo, useVideoView } from '../../../state/video-view'
import { describeJob, describeState, isEnded, toFormRatio, videoJobs } from '../state/video-jobs'
import { jobActions, listJobActions, runJobAction } from './job-actions'

const rowHeight = 62

interface JobListProps {
  readonly jobs: readonly VideoJob[]
}

export function JobList({ jobs }: JobListProps) {
  // State instead of a ref, because the rows must render again once it exists.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const { jobId: openId, left: closedJobId } = useVideoView()
  const hasEarlier = videoJobs.useJobs((state) => state.hasEarlier)
  const [focused, setFocused] = useState<string | null>(closedJobId)
  const now = useNow(jobs.every(isEnded) ? 30_000 : 1_000)
  const find = (id: string | null) => jobs.findIndex((job) => job.id === id)
  // The row that Tab reaches.
  const tabbable = [find(focused), find(openId), 0].find((index) => index >= 0) ?? 0
  const rows = useListRows(scroller, {
    count: jobs.length,
    keyOf: (index) => jobs[index]?.id ?? index,
    heightOf: () => rowHeight,
    padding: { start: 8, end: 16 },
    overscan: 8,
    activeRow: tabbable,
  })
  const isAtEnd = (rows.range?.endIndex ?? 0) >= jobs.length - 20
  useEffect(() => {
    if (isAtEnd && hasEarlier) toastOutcome(videoJobs.fetchEarlier(), 'Couldn’t load earlier videos')
  }, [isAtEnd, hasEarlier])
  useListFocus(scroller, { jobs, focused, closedJobId })

  // Scrolls to a job that another panel opened, also if it was opened before the list.
  const shown = useRef<string | null>(null)
  useEffect(() => {
    const index = find(openId)
    if (!scroller || shown.current === openId || index < 0) return
    shown.current = openId
    rows.scrollToIndex(index, { align: 'auto' })
  })
  const pressKey = (event: KeyboardEvent) => {
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (!scroller || !isInside || event.defaultPrevented || event.nativeEvent.isComposing) return
    if (moveFocus(scroller, event.key, () => {})) event.preventDefault()
  }
  return (
    <nav
      ref={setScroller}
      aria-label="All videos"
      className="min-h-0 flex-1 overflow-y-auto pl-2 [scrollbar-gutter:stable]"
      onKeyDown={pressKey}
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
                open={job.id === openId}
                tabbable={index === tabbable}
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
  list.querySelector<HTMLElement>(`[data-job="${CSS.escape(id)}"]`)?.focus()
}

interface JobRowProps {
  readonly job: VideoJob
  /** Its state and age. */
  readonly line: string
  /** The next step, the problem, or the result. */
  readonly detail: string
  readonly open: boolean
  /** Tab reaches this row; the arrow keys move to the others. */
  readonly tabbable: boolean
  readonly onFocus: (id: string) => void
}

const JobRow = memo(function JobRow({ job, line, detail, open, tabbable, onFocus }: JobRowProps) {
  const { id, form, upstream, videos } = job
  const actions = listJobActions(job)
  const tabIndex = tabbable ? 0 : -1
  const pressKey = (event: KeyboardEvent) => {
    if (isCommandKey(event, 'list.delete') && actions.includes('remove')) runJobAction('remove', job)
    else if (event.key === ' ' && videos.length > 0) playVideo(id)
    else return
    event.preventDefault()
  }
  const label = `Actions for “${form.prompt}”`
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
    <ContextMenu label={label} items={items}>
      <div
        className={joinClasses(
          'group relative flex h-15 items-center rounded-md pr-1.5 focus-within:bg-hover hover:bg-hover',
          open && 'bg-hover',
        )}
      >
        <button
          type="button"
          {...entry}
          data-job={id}
          tabIndex={tabIndex}
          title={[form.prompt, line, detail].join('\n')}
          aria-current={open ? 'true' : undefined}
          onFocus={() => onFocus(id)}
          onClick={() => openVideo(id)}
          onKeyDown={pressKey}
          className="flex h-full min-w-0 flex-1 items-center gap-2.5 rounded-md pl-1.5 text-left focus-visible:outline-offset-[-2px]"
        >
          <Cover job={job} />
          <span className="flex min-w-0 flex-1 flex-col">
            <span dir="auto" className={joinClasses('truncate', open ? 'font-medium text-ink' : 'text-soft')}>
              {form.prompt}
            </span>
            <span className="flex items-center gap-1.5 text-faint text-xs tabular-nums">
              <span
                aria-hidden="true"
                className={joinClasses(
                  'size-1.5 shrink-0 rounded-full',
                  dotClassNames[describeState(job).tone],
                )}
              />
              <span className="truncate">{line}</span>
              {upstream?.kind === 'demo' && <span className="ml-auto shrink-0">Demo</span>}
            </span>
            <span className="truncate text-faint text-xs tabular-nums">{detail}</span>
          </span>
        </button>
        <RowMenuButton label={label} items={items} tabIndex={tabIndex} />
      </div>
    </ContextMenu>
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
