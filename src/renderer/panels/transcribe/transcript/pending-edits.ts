// Saves edited transcripts after a pause; edits survive their editor.
import { create } from 'zustand'
import type { Transcript, TranscriptFormat } from '#shared/schemas/transcription-job'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { createDraftSaver, type DraftSaver } from '../../../state/draft-saver'

type EditStatus =
  | { readonly state: 'waiting' }
  | { readonly state: 'saved' }
  /** A message; it is retried automatically. */
  | { readonly state: 'failed'; readonly reason: string }

/** By job; only edited ones. */
export const usePendingEdits = create<{ readonly statuses: Readonly<Record<string, EditStatus>> }>()(() => ({
  statuses: {},
}))

/** By job: one that cannot be saved delays no other. */
const savers = new Map<string, DraftSaver<string>>()

function openSaver(jobId: string): DraftSaver<string> {
  const saver = createDraftSaver<string, Transcript>({
    save: (id, text) => desktop.transcriptions.edit({ id, text }),
    onSaved: (transcript, isNewest) => {
      showTranscript(transcript)
      if (isNewest) setStatus(jobId, { state: 'saved' })
    },
    onFailure: (error) => setStatus(jobId, { state: 'failed', reason: describeError(error) }),
    delayMs: 400,
    maxDelayMs: 2_000,
  })
  savers.set(jobId, saver)
  return saver
}

export function queueEdit(jobId: string, read: () => string) {
  const saver = savers.get(jobId) ?? openSaver(jobId)
  saver.add(jobId, read)
  if (usePendingEdits.getState().statuses[jobId]?.state !== 'failed') setStatus(jobId, { state: 'waiting' })
}

/** The text that is not on disk yet. */
export function readUnsaved(jobId: string): string | undefined {
  return savers.get(jobId)?.readUnsaved(jobId)
}

/** Also before the editor is closed. Resolves to whether everything is on disk. */
export async function saveEdits(jobId: string): Promise<boolean> {
  return (await savers.get(jobId)?.settle()) ?? true
}

/** Exports and restored versions must include the last edits. */
export async function assertSaved(jobId: string): Promise<void> {
  if (await saveEdits(jobId)) return
  throw new Error('Recent changes aren’t saved yet. Gen Playground will keep retrying.')
}

/** Puts a response into the cache, for whatever shows this transcript. */
export function showTranscript(transcript: Transcript) {
  const queryKey = queries.transcriptions.read.queryKey({ input: { id: transcript.jobId } })
  queryClient.setQueryData(queryKey, transcript)
}

function setStatus(jobId: string, status: EditStatus) {
  if (usePendingEdits.getState().statuses[jobId]?.state === status.state && status.state !== 'failed') return
  usePendingEdits.setState(({ statuses }) => ({ statuses: { ...statuses, [jobId]: status } }))
}

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => {
    for (const saver of savers.values()) saver.flush()
  })
}

export const exportFormats: readonly (readonly [TranscriptFormat, string])[] = [
  ['txt', 'Text (TXT)'],
  ['markdown', 'Markdown'],
  ['json', 'JSON'],
  ['srt', 'Subtitles (SRT, estimated timing)'],
  ['vtt', 'Subtitles (VTT, estimated timing)'],
]
