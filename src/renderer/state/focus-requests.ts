// One-shot requests to bring something to the user: the prompt, a search field, a job, or a turn of a thread.
import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'
import { announce } from './announcement'
import { afterNextFrame } from './scheduling'

export type JobPanel = 'video' | 'transcribe' | 'embeddings'

export interface ScrollTarget {
  readonly conversationId: string
  /** Null is the end. */
  readonly turnId: string | null
  /** A search has found it: it is announced once it is in view. */
  readonly isHit?: boolean
}

interface FocusRequests {
  /** Counts the requests to focus the prompt of the open panel. */
  readonly prompt: number
  /** The panel whose search field is to get the focus. */
  readonly search: 'chat' | 'library' | null
  readonly job: { readonly panel: JobPanel; readonly jobId: string } | null
  readonly scroll: ScrollTarget | null
}

/** Requests other than the prompt's stay until their panel has handled them, however late it opens. */
export const useFocusRequests = create<FocusRequests>()(() => ({
  prompt: 0,
  search: null,
  job: null,
  scroll: null,
}))

export function focusPrompt() {
  useFocusRequests.setState(({ prompt }) => ({ prompt: prompt + 1 }))
}

/** After a button that may have disappeared with its action: otherwise nothing would have the focus. */
export function focusPromptIfLost() {
  afterNextFrame(() => document.activeElement === document.body && focusPrompt())
}

export function clearSearchFocus() {
  useFocusRequests.setState({ search: null })
}

/** Returns the job to show in this panel, once; undefined if there is none. */
function consumeJobFocus(panel: JobPanel): string | undefined {
  const { job } = useFocusRequests.getState()
  if (job?.panel !== panel) return undefined
  useFocusRequests.setState({ job: null })
  return job.jobId
}

/** Opens a job on request of another panel or of a toast, as soon as this panel is ready. */
export function useJobFocus(panel: JobPanel, open: (jobId: string) => unknown, isReady = true) {
  const isRequested = useFocusRequests(({ job }) => job?.panel === panel)
  const openJob = useEffectEvent(open)
  useEffect(() => {
    const id = isRequested && isReady ? consumeJobFocus(panel) : undefined
    if (id !== undefined) openJob(id)
  }, [isRequested, isReady, panel])
}

export function requestScroll(scroll: ScrollTarget) {
  useFocusRequests.setState({ scroll })
}

/** For users who cannot see the thread move; only what they searched for is announced. */
export function announceArrival({ isHit }: ScrollTarget) {
  if (isHit) announce('Message found')
}

/** Unless a newer request has come. */
export function clearScrollTarget(target: ScrollTarget) {
  useFocusRequests.setState((state) => (state.scroll === target ? { scroll: null } : state))
}
