// One-shot requests to bring something into focus: the prompt, a search field, a job, or a turn of a thread.
import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'
import { announce } from './announcement'
import { afterNextFrame } from './scheduling'

export type JobPanel = 'video' | 'transcribe' | 'embeddings'

export interface ScrollTarget {
  readonly conversationId: string
  /** Null scrolls to the end. */
  readonly turnId: string | null
  /** A search hit is announced once it is in view. */
  readonly isHit?: boolean
  /** The words of the search, which are marked. */
  readonly terms?: readonly string[]
}

interface FocusRequests {
  /** Counts the requests to focus the prompt of the open panel. */
  readonly prompt: number
  /** The panel whose search field should get the focus. */
  readonly search: 'chat' | 'library' | null
  /** The samples of an empty panel should get the focus. */
  readonly samples: boolean
  readonly job: { readonly panel: JobPanel; readonly jobId: string } | null
  readonly scroll: ScrollTarget | null
}

/** Requests other than the prompt's stay until their panel has handled them, however late it opens. */
export const useFocusRequests = create<FocusRequests>()(() => ({
  prompt: 0,
  search: null,
  samples: false,
  job: null,
  scroll: null,
}))

export function focusPrompt() {
  useFocusRequests.setState(({ prompt }) => ({ prompt: prompt + 1 }))
}

/** For a button that may disappear with its action, which would lose the focus. */
export function focusPromptIfLost() {
  afterNextFrame(() => document.activeElement === document.body && focusPrompt())
}

export function focusSamples() {
  useFocusRequests.setState({ samples: true })
}

export function clearSamplesFocus() {
  useFocusRequests.setState({ samples: false })
}

export function clearSearchFocus() {
  useFocusRequests.setState({ search: null })
}

/** Returns the job to show in this panel, once; undefined if no job was requested. */
function consumeJobFocus(panel: JobPanel): string | undefined {
  const { job } = useFocusRequests.getState()
  if (job?.panel !== panel) return undefined
  useFocusRequests.setState({ job: null })
  return job.jobId
}

/** Opens a job that another panel or a toast requested, as soon as this panel is ready. */
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

/** For users who cannot see the thread scroll; announces only search hits. */
export function announceArrival({ isHit }: ScrollTarget) {
  if (isHit) announce('Message found')
}

/** Does nothing if there is a newer request. */
export function clearScrollTarget(target: ScrollTarget) {
  useFocusRequests.setState((state) => (state.scroll === target ? { scroll: null } : state))
}
