// All jobs, newest first; only the rows in view are rendered.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { VideoJob } from '#shared/schemas/video-job'
import { toastOutcome } from '../../../api/toast-outcome'
import { ListRows, useListRows } from '../../../components/ListRows'
import { moveFocus } from '../../../components/move-focus'
import { useNow } from '../../../components/use-now'
import { useVideoView } from '../../../state/video-form'
import { isEnded, videoJobs } from '../state/video-jobs'
import { describeJob } from './describe-job'
import { JobRow } from './JobRow'

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
