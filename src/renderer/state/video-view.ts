// The open video job. It survives a restart.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

interface VideoView {
  /** Null shows the list alone. */
  readonly jobId: string | null
  /** The job that was just created: it may not be in the list yet. */
  readonly awaited: string | null
  /** The job whose video should play as soon as it is displayed. */
  readonly play: string | null
  /** The job that was open before: it gets the keyboard focus in the list. */
  readonly left: string | null
  /** The job to repeat while its confirmation is open, because it may be billed twice; else null. */
  readonly confirming: string | null
}

const closedView = { jobId: null, awaited: null, play: null, left: null } as const

export const useVideoView = create<VideoView>()(
  persist((): VideoView => ({ ...closedView, confirming: null }), {
    name: 'video-view',
    version: 1,
    partialize: ({ jobId }) => ({ ...closedView, jobId }),
  }),
)

export function openVideo(jobId: string | null) {
  useVideoView.setState((view) => ({ ...closedView, jobId, left: jobId === null ? view.jobId : null }))
}

export function openGeneratedVideo(jobId: string) {
  useVideoView.setState({ ...closedView, jobId, awaited: jobId })
}

export function playVideo(jobId: string) {
  useVideoView.setState({ ...closedView, jobId, play: jobId })
}

/** Returns whether playback was requested, once. */
export function consumePlayRequest(jobId: string): boolean {
  const isRequested = useVideoView.getState().play === jobId
  if (isRequested) useVideoView.setState({ play: null })
  return isRequested
}

export function confirmRepeat(confirming: string | null) {
  useVideoView.setState({ confirming })
}

/** Called when the panel is closed, so that the focus starts over when it is opened again. */
export function resetListFocus() {
  useVideoView.setState({ left: null })
}
