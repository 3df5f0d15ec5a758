// The buttons for a transcript: copy, export, history, use in a chat.
import { Download, History, MessageSquareShare } from 'lucide-react'
import { useState } from 'react'
import type { Transcript, TranscriptFormat } from '#shared/schemas/transcription-job'
import { desktop } from '../../../api/desktop'
import { type Outcome, toastOutcome, toSaved } from '../../../api/toast-outcome'
import { CopyButton } from '../../../components/CopyButton'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { exportFormats } from './export-formats'
import { HistoryDialog } from './history/HistoryDialog'
import { assertSaved, readUnsaved, saveEdits } from './pending-edits'
import { attachToNewChat, chatPrompts, insertIntoNewChat } from './use-in-chat'

interface TranscriptActionsProps {
  readonly transcript: Transcript
  /** The name of the audio file. */
  readonly name: string
  readonly readOnly: boolean
}

export function TranscriptActions({ transcript, name, readOnly }: TranscriptActionsProps) {
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
        items={exportFormats.map(([format, formatName]) => ({
          name: formatName,
          hasSeparator: format === 'srt',
          onSelect: () => toastOutcome(exportTranscript(jobId, format), 'Couldn’t export the transcript'),
        }))}
      />
      <IconButton size="small" label="Version history" icon={History} onClick={openHistory} />
      <Menu
        label="Use in chat"
        trigger={<IconButton size="small" label="Use in chat" icon={MessageSquareShare} />}
        items={[
          ...chatPrompts.map(([item, prompt]) => ({
            name: item,
            onSelect: () => toastOutcome(attachToNewChat(readText(), name, prompt)),
          })),
          { name: 'Insert as text', hasSeparator: true, onSelect: () => insertIntoNewChat(readText()) },
        ]}
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
