// Which job of a video is open. It survives a restart.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

interface VideoView {
  /** Null shows the list alone. */
  readonly jobId: string | null
  /** The job that has just come to be: it may not have been told of yet. */
  readonly awaited: string | null
  /** The job whose video is to be played as soon as it is shown. */
  readonly play: string | null
  /** The job that was open before: the keyboard goes back to it. */
  readonly left: string | null
}

const nothing: VideoView = { jobId: null, awaited: null, play: null, left: null }

export const useVideoView = create<VideoView>()(
  persist(() => nothing, {
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

/** Whether it was called for, once. */
export function consumePlayRequest(jobId: string): boolean {
  const isWished = useVideoView.getState().play === jobId
  if (isWished) useVideoView.setState({ play: null })
  return isWished
}

/** The panel is left: the keyboard begins anew when it is opened again. */
export function resetListFocus() {
  useVideoView.setState({ left: null })
}
