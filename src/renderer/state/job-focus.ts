// Tells the panel of a job, of a video, a transcription or embeddings, that the user wants to see it.
import { create } from 'zustand'
import { openPanel } from './navigation'

type JobPanel = 'video' | 'transcribe' | 'embeddings'

interface JobFocus {
  readonly panel: JobPanel
  readonly jobId: string
}

/** Null while nobody wishes to see one. */
export const useJobFocus = create<{ wished: JobFocus | null }>()(() => ({ wished: null }))

/** Opens the panel, which takes the wish once it can show the job. */
export function focusJob(panel: JobPanel, jobId: string) {
  openPanel(panel)
  useJobFocus.setState({ wished: { panel, jobId } })
}

/** The job to be shown in this panel, once: undefined where there is none. */
export function takeJobFocus(panel: JobPanel): string | undefined {
  const { wished } = useJobFocus.getState()
  if (wished?.panel !== panel) return undefined
  useJobFocus.setState({ wished: null })
  return wished.jobId
}
