// Which job of a video is open. It survives a restart.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

interface VideoView {
  /** Null shows the list alone. */
  readonly jobId: string | null
  /** The job that was just created: it may not be in the list yet. */
  readonly awaited: string | null
  /** The job whose video is to be played as soon as it is shown. */
  readonly play: string | null
  /** The job that was open before: the keyboard goes back to it. */
  readonly left: string | null
  /** The job that would be made again, and may be billed twice; null if no confirmation is open. */
  readonly confirming: string | null
}

const nothing = { jobId: null, awaited: null, play: null, left: null } as const

export const useVideoView = create<VideoView>()(
  persist((): VideoView => ({ ...nothing, confirming: null }), {
    name: 'video-view',
    version: 1,
    partialize: ({ jobId }) => ({ ...nothing, jobId }),
  }),
)

export function openVideo(jobId: string | null) {
  useVideoView.setState((view) => ({ ...nothing, jobId, left: jobId === null ? view.jobId : null }))
}

export function openGeneratedVideo(jobId: string) {
  useVideoView.setState({ ...nothing, jobId, awaited: jobId })
}

export function playVideo(jobId: string) {
  useVideoView.setState({ ...nothing, jobId, play: jobId })
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

/** When the panel is closed: the focus starts over when it is opened again. */
export function resetListFocus() {
  useVideoView.setState({ left: null })
}
