// The panel's title, and the two ways of bringing sounds but dropping them.
import { FilePlus, Mic } from 'lucide-react'
import { Button } from '../../components/Button'
import { IconButton } from '../../components/IconButton'
import { PanelHeader } from '../../components/PanelHeader'
import { startRecording, useRecorder } from './state/recorder'

interface TranscribeHeaderProps {
  /** Beside an open transcript. */
  readonly compact: boolean
  readonly onAdd: () => void
}

export function TranscribeHeader({ compact, onAdd }: TranscribeHeaderProps) {
  const isRecording = useRecorder(({ phase }) => phase !== 'idle')
  const record = () => void startRecording()
  if (compact) {
    return (
      <header className="flex h-11 shrink-0 items-center gap-1 border-line border-b pr-2 pl-6">
        <h1 className="min-w-0 flex-1 truncate font-semibold">Transcribe</h1>
        <IconButton label="Add files…" icon={FilePlus} onClick={onAdd} />
        <IconButton label="Record" icon={Mic} disabled={isRecording} onClick={record} />
      </header>
    )
  }
  return (
    <PanelHeader title="Transcribe">
      <Button size="small" onClick={onAdd}>
        <FilePlus size={14} aria-hidden="true" />
        Add files…
      </Button>
      <Button size="small" disabled={isRecording} onClick={record}>
        <Mic size={14} aria-hidden="true" />
        Record
      </Button>
    </PanelHeader>
  )
}
