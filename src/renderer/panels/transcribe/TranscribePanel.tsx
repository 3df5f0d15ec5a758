// Transcribe: dropped, chosen or recorded audio files, their queue, and the open transcript.
import { FilePlus, Mic } from 'lucide-react'
import { type Ref, useEffect, useRef } from 'react'
import { DropOverlay, type Dropped, useFileDrop } from '../../attachments/DropOverlay'
import { Button } from '../../components/Button'
import { formatCount } from '../../components/format'
import { IconButton } from '../../components/IconButton'
import { PanelHeader } from '../../components/PanelHeader'
import { Skeleton } from '../../components/Skeleton'
import { useMediaQuery } from '../../components/use-media-query'
import { DamagedJobs } from '../../notices/DamagedJobs'
import { SidePane } from '../../panes/SidePane'
import { useCommandHandler } from '../../state/command-handlers'
import { openDrafts } from '../../state/draft-store'
import { useJobFocus } from '../../state/focus-requests'
import { Queue } from './queue/Queue'
import { QueueToolbar } from './queue/QueueToolbar'
import { RecorderStrip } from './recorder/RecorderStrip'
import { startRecording } from './recorder/recorder'
import { useRecorder } from './recorder/recorder-state'
import { importAudio, rejectAudio, useAudioImport } from './state/audio-import'
import { transcriptions, useTranscriptions } from './state/transcriptions'
import { IntakeNotices, OrphanedRecordings, RetryWarning } from './TranscribeNotices'
import { TranscribeStart } from './TranscribeStart'
import { openFile, useTranscribeView } from './transcribe-view'
import { TranscriptView } from './transcript/TranscriptView'

/** If the window is wider, the list stays beside an open transcript. */
const wideEnough = '(width >= 1000px)'

export function TranscribePanel() {
  const inside = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const add = () => input.current?.click()
  useCommandHandler('transcribe.add', add)
  const hovering = useFileDrop(inside, handleDrop)
  const openId = useTranscribeView((view) => view.openId)
  const isRoomy = useMediaQuery(wideEnough)
  const isBeside = openId !== null && isRoomy
  useEffect(transcriptions.watch, [])
  useEffect(() => void openDrafts(), [])
  useJobFocus('transcribe', openFile)
  return (
    <section aria-label="Transcribe" className="flex h-full min-w-0 flex-col bg-canvas">
      <div ref={inside} className="flex min-h-0 flex-1">
        {(openId === null || isRoomy) && (
          <SidePane
            id="transcribe"
            name="files"
            isBeside={isBeside}
            className={isBeside ? 'w-76 flex-col min-[1400px]:w-96' : 'min-w-0 flex-1 flex-col'}
          >
            <TranscribeHeader compact={isBeside} onAdd={add} />
            <OrphanedRecordings />
            <IntakeNotices />
            <DamagedJobs kind="transcription" className="flex flex-col gap-2 px-6 pt-3" />
            <RetryWarning />
            <Files compact={isBeside} onAdd={add} />
          </SidePane>
        )}
        {openId !== null && (
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            {!isRoomy && <RetryWarning />}
            <div className="flex min-h-0 flex-1">
              <TranscriptView jobId={openId} alone={!isRoomy} />
            </div>
          </div>
        )}
      </div>
      <RecorderStrip />
      <AudioFileInput ref={input} />
      {hovering && (
        <DropOverlay
          hovering={hovering}
          title={hovering.count > 1 ? `Transcribe ${formatCount(hovering.count)} files` : 'Transcribe file'}
        >
          Audio files, or videos with sound. Long files are split at silences.
        </DropOverlay>
      )}
    </section>
  )
}

function Files({ compact, onAdd }: { compact: boolean; onAdd: () => void }) {
  const { isKnown, total } = useTranscriptions()
  const isUploading = useAudioImport(({ uploads }) => uploads.length > 0)
  if (!isKnown && !isUploading) {
    return <Skeleton label="Loading queue…" widths={['46%', '72%', '64%']} className="flex-1 p-6" />
  }
  if (total === 0 && !isUploading) {
    if (!compact) return <TranscribeStart onAdd={onAdd} />
    // Beside a transcript that was removed from the list.
    return <p className="px-6 py-3 text-faint text-sm">The queue is empty. Drop audio files anywhere here.</p>
  }
  return (
    <>
      <QueueToolbar compact={compact} />
      <Queue compact={compact} />
    </>
  )
}

interface TranscribeHeaderProps {
  /** Beside an open transcript. */
  readonly compact: boolean
  readonly onAdd: () => void
}

function TranscribeHeader({ compact, onAdd }: TranscribeHeaderProps) {
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

/** The content of a file decides; these only help to find it. */
const accepted = 'audio/*,video/mp4,video/webm,video/mpeg,.mp3,.mp4,.mpeg,.mpga,.m4a,.ogg,.wav,.webm,.flac'

function AudioFileInput({ ref }: { ref: Ref<HTMLInputElement> }) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      accept={accepted}
      aria-label="Audio files to add"
      onChange={({ target }) => {
        importAudio([...(target.files ?? [])])
        // The same file may be chosen again.
        target.value = ''
      }}
    />
  )
}

function handleDrop({ files, folders }: Dropped) {
  importAudio(files)
  rejectAudio(folders.map((name) => `“${name}” is a folder. Drop the files inside it instead.`))
}
