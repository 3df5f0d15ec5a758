// What is asked about in the panel before it is done: whether a video that may be billed is made a second time.
import { create } from 'zustand'

interface VideoLook {
  /** The job that would be made again; null where nothing is asked. */
  readonly confirming: string | null
}

export const useVideoLook = create<VideoLook>()(() => ({ confirming: null }))

export function askToMakeAgain(jobId: string | null) {
  useVideoLook.setState({ confirming: jobId })
}
