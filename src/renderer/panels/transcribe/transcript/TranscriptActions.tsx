// The buttons for a transcript: copy, export, history, use in a chat.
import { Download, History, MessageSquareShare } from 'lucide-react'
import { useState } from 'react'
import type { Transcript, TranscriptFormat } from '#shared/schemas/transcription-job'
import { desktop } from '../../../api/desktop'
import { type Outcome, toastOutcome, toSaved } from '../../../api/toast-outcome'
import { CopyButton } from '../../../components/CopyButton'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { attachFiles } from '../../../state/attachments'
import { addAttachment, readDraft, removeAttachment, toDraftKey, writeText } from '../../../state/drafts'
import { openConversation } from '../../../state/navigation'
import { toastUndo } from '../../../state/undo'
import { HistoryDialog } from './history/HistoryDialog'
import { assertSaved, exportFormats, readUnsaved, saveEdits } from './pending-edits'

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

/** By their names in the menu; an empty prompt only attaches the file. */
const chatPrompts: readonly (readonly [name: string, prompt: string])[] = [
  ['Summarize', 'Summarize the attached transcript in a few paragraphs. Start with the main point.'],
  [
    'Write show notes',
    'Write show notes for the attached transcript: a title, a description of two sentences, and a list of the topics in order.',
  ],
  [
    'List action items',
    'List the action items in the attached transcript: what is to be done, by whom, and by when. If there aren’t any, say so.',
  ],
  ['Attach only', ''],
]

/** After the draft of the new chat. `name` is that of the audio file. */
async function attachToNewChat(text: string, name: string, prompt: string): Promise<void> {
  const key = toDraftKey(null)
  const file = new File([text], `${name.replace(/(?<=.)\.[a-z0-9]{2,5}$/i, '')}.txt`, { type: 'text/plain' })
  const { text: before, attachments } = readDraft(key)
  const undoText = addText(key, prompt)
  openConversation(null)
  let attachedId = ''
  await attachFiles(key, [file], {
    receive(attachment) {
      attachedId = attachment.id
      addAttachment(key, attachment)
    },
  })
  if (before === '' && attachments.length === 0) return
  const undo = () => {
    undoText()
    removeAttachment(key, attachedId)
  }
  toastAdded(undo)
}

/** For models that don’t read files. */
function insertIntoNewChat(text: string) {
  const key = toDraftKey(null)
  const { text: before } = readDraft(key)
  const undo = addText(key, text)
  openConversation(null)
  if (before) toastAdded(undo)
}

/** Returns an undo function, which keeps what was typed since. */
function addText(key: string, text: string): () => void {
  const { text: before } = readDraft(key)
  const joined = [before, text].filter(Boolean).join('\n\n')
  writeText(key, joined)
  return () => {
    const { text: now } = readDraft(key)
    if (now.startsWith(joined)) writeText(key, before + now.slice(joined.length))
  }
}

function toastAdded(undo: () => void) {
  toastUndo('Transcript added to your draft in the new chat', undo)
}
