// Restores versions of a transcript, exports it, and continues with it in a chat.
import { toast } from 'sonner'
import type { Transcript, TranscriptFormat } from '#shared/schemas/transcription-job'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { readDraft, toDraftKey, useDrafts, writeText } from '../../../state/drafts'
import { openConversation } from '../../../state/navigation'
import { settleEdits, showTranscript } from './pending-edits'

/** As a new version, with undo. */
export async function restoreVersion(
  { jobId, versionId: before }: Transcript,
  versionId: string,
): Promise<void> {
  await assertSaved(jobId)
  showTranscript(await desktop.transcriptions.restoreVersion({ id: jobId, versionId }))
  const undo = async () => {
    await assertSaved(jobId)
    showTranscript(await desktop.transcriptions.restoreVersion({ id: jobId, versionId: before }))
  }
  toast('The version was restored.', {
    action: { label: 'Undo', onClick: () => toastOutcome(undo(), 'It could not be taken back') },
  })
}

/** Resolves to a message; to undefined if the dialog was cancelled. */
export async function exportTranscript(jobId: string, format: TranscriptFormat): Promise<string | undefined> {
  await assertSaved(jobId)
  const { path } = await desktop.transcriptions.export({ id: jobId, format })
  return path === null ? undefined : `Saved as ${path}`
}

/** Exports and restored versions must include the last edits. */
async function assertSaved(jobId: string): Promise<void> {
  if (await settleEdits(jobId)) return
  throw new Error('The last changes are not saved yet. They are kept here, and tried again.')
}

/** After the draft of the new chat. */
export function writeInNewChat(text: string) {
  const key = toDraftKey(null)
  const { text: before } = readDraft(useDrafts.getState().drafts, key)
  const joined = [before, text].filter(Boolean).join('\n\n')
  writeText(key, joined)
  openConversation(null)
  if (!before) return
  const undo = () => {
    // Undo keeps what was typed since.
    const { text: now } = readDraft(useDrafts.getState().drafts, key)
    if (now.startsWith(joined)) writeText(key, before + now.slice(joined.length))
  }
  toast('The transcript stands behind what was written in the new chat.', {
    action: { label: 'Undo', onClick: undo },
  })
}
