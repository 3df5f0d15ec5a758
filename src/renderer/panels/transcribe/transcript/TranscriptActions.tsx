// The buttons for a transcript: copy, export, history, use in a chat.
import { Download, History, MessageSquareShare } from 'lucide-react'
import { useState } from 'react'
import type { Transcript, TranscriptFormat } from '#shared/schemas/transcription-job'
import { toastOutcome } from '../../../api/toast-outcome'
import { CopyButton } from '../../../components/CopyButton'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { HistoryDialog } from './history/HistoryDialog'
import { readUnsaved, settleEdits } from './pending-edits'
import { exportTranscript, writeInNewChat } from './transcript-actions'

const formats: readonly (readonly [TranscriptFormat, string])[] = [
  ['txt', 'Text (TXT)'],
  ['markdown', 'Markdown'],
  ['json', 'JSON'],
  ['srt', 'Subtitles (SRT, estimated timing)'],
  ['vtt', 'Subtitles (VTT, estimated timing)'],
]

interface TranscriptActionsProps {
  readonly transcript: Transcript
  readonly readOnly: boolean
}

export function TranscriptActions({ transcript, readOnly }: TranscriptActionsProps) {
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const { jobId } = transcript
  const readText = () => readUnsaved(jobId) ?? transcript.text
  const openHistory = () => {
    void settleEdits(jobId)
    setHistoryOpen(true)
  }
  return (
    <>
      <CopyButton label="Copy the text" text={readText} />
      <Menu
        label="Export"
        trigger={<IconButton size="small" label="Export" icon={Download} />}
        items={formats.map(([format, name]) => ({
          name,
          apart: format === 'srt',
          onSelect: () => toastOutcome(exportTranscript(jobId, format), 'It could not be exported'),
        }))}
      />
      <IconButton size="small" label="History" icon={History} onClick={openHistory} />
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
