// The edits of transcripts on their way to the disk: they outlive the view that they were typed in.
import { create } from 'zustand'
import type { Transcript } from '#shared/schemas/transcription-job'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { createEditWriter } from './edit-writer'

type EditStanding =
  | { readonly state: 'waiting' }
  | { readonly state: 'kept' }
  /** A sentence; it is tried again by itself. */
  | { readonly state: 'failed'; readonly reason: string }

/** By job; what was not edited is absent. */
export const useEdits = create<{ readonly standings: Readonly<Record<string, EditStanding>> }>()(() => ({
  standings: {},
}))

const writer = createEditWriter<Transcript>({
  write: (jobId, text) => desktop.transcriptions.edit({ id: jobId, text }),
  onKept: (jobId, transcript, isNewest) => {
    showTranscript(transcript)
    if (isNewest) stand(jobId, { state: 'kept' })
  },
  onFailure: (jobId, error) => stand(jobId, { state: 'failed', reason: describeError(error) }),
})

export function noteEdit(jobId: string, read: () => string) {
  writer.note(jobId, read)
  if (useEdits.getState().standings[jobId]?.state !== 'failed') stand(jobId, { state: 'waiting' })
}

export const { readUnkept, settle: settleEdits, release: releaseEdits } = writer

/** As the application has answered it, wherever it is shown. */
export function showTranscript(transcript: Transcript) {
  const queryKey = queries.transcriptions.read.queryKey({ input: { id: transcript.jobId } })
  queryClient.setQueryData(queryKey, transcript)
}

function stand(jobId: string, standing: EditStanding) {
  if (useEdits.getState().standings[jobId]?.state === standing.state && standing.state !== 'failed') return
  useEdits.setState(({ standings }) => ({ standings: { ...standings, [jobId]: standing } }))
}

if (typeof window !== 'undefined') window.addEventListener('pagehide', () => writer.flush())
