// The buttons for a transcript: copy, export, history, use in a chat.
import { Download, History, MessageSquareShare } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import type { Transcript, TranscriptFormat } from '#shared/schemas/transcription-job'
import { desktop } from '../../../api/desktop'
import { type Outcome, toastOutcome, toSaved } from '../../../api/toast-outcome'
import { CopyButton } from '../../../components/CopyButton'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { readDraft, toDraftKey, useDrafts, writeText } from '../../../state/drafts'
import { openConversation } from '../../../state/navigation'
import { exportFormats } from './export-formats'
import { HistoryDialog } from './history/HistoryDialog'
import { assertSaved, readUnsaved, saveEdits } from './pending-edits'

interface TranscriptActionsProps {
  readonly transcript: Transcript
  readonly readOnly: boolean
}

export function TranscriptActions({ transcript, readOnly }: TranscriptActionsProps) {
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const { jobId } = transcript
  const readText = () => readUnsaved(jobId) ?? transcript.text
  const openHistory = () => {
    void saveEdits(jobId)
    setHistoryOpen(true)
  }
  return (
    <>
      <CopyButton label="Copy text" text={readText} />
      <Menu
        label="Export"
        trigger={<IconButton size="small" label="Export" icon={Download} />}
        items={exportFormats.map(([format, name]) => ({
          name,
          hasSeparator: format === 'srt',
          onSelect: () => toastOutcome(exportTranscript(jobId, format), 'Couldn’t export the transcript'),
        }))}
      />
      <IconButton size="small" label="Version history" icon={History} onClick={openHistory} />
      <IconButton
        size="small"
        label="Use in chat"
        icon={MessageSquareShare}
        onClick={() => writeInNewChat(readText())}
      />
      {isHistoryOpen && (
        <HistoryDialog transcript={transcript} readOnly={readOnly} onClose={() => setHistoryOpen(false)} />
      )}
    </>
  )
}

async function exportTranscript(jobId: string, format: TranscriptFormat): Promise<Outcome> {
  await assertSaved(jobId)
  const { path } = await desktop.transcriptions.export({ id: jobId, format })
  return toSaved(path)
}

/** After the draft of the new chat. */
function writeInNewChat(text: string) {
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
  toast('Transcript added to your draft in the new chat', {
    action: { label: 'Undo', onClick: undo },
  })
}
