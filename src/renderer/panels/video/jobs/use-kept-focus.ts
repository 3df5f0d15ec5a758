// Keeps the keyboard in the list: at the neighbour of a job that is removed, and at the one that was closed.
import { useEffect, useRef } from 'react'

interface Listed {
  readonly jobs: readonly { readonly id: string }[]
  /** Which row had the focus last. */
  readonly focused: string | null
  /** Which job was open before. */
  readonly left: string | null
}

export function useKeptFocus(list: HTMLElement | null, { jobs, focused, left }: Listed) {
  const before = useRef(jobs)
  useEffect(() => {
    const old = before.current
    before.current = jobs
    const at = old.findIndex(({ id }) => id === focused)
    if (!list || at < 0 || jobs.some(({ id }) => id === focused)) return
    const heir = jobs[Math.min(at, jobs.length - 1)]
    if (heir) focusRow(list, heir.id)
  }, [list, jobs, focused])
  useEffect(() => {
    if (!list || left === null) return
    // The rows come with the frame after the list.
    const frame = requestAnimationFrame(() => focusRow(list, left))
    return () => cancelAnimationFrame(frame)
  }, [list, left])
}

/** Only where the focus went with what had it. */
function focusRow(list: HTMLElement, id: string) {
  if (document.activeElement !== document.body) return
  list.querySelector<HTMLElement>(`[data-job="${CSS.escape(id)}"]`)?.focus()
}
