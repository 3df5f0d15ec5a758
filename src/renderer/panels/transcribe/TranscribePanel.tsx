// Transcribe: dropped, chosen or recorded audio files, their queue, and the open transcript.

import { useQuery } from '@tanstack/react-query'
import { AudioLines, AudioWaveform, FilePlus, FolderOpen, Mic, X } from 'lucide-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import type { Recording } from '#shared/schemas/transcription-job'
import { describeError } from '../../api/describe-error'
import { toastOutcome } from '../../api/toast-outcome'
import { DropOverlay, type Dropped, useFileDrop } from '../../attachments/DropOverlay'
import { makePausedSample, makeSample } from '../../attachments/make-sample'
import { Button } from '../../components/Button'
import { formatBytes, formatCount, formatMoment, formatPlural } from '../../components/format'
import { HiddenFileInput } from '../../components/HiddenFileInput'
import { IconButton } from '../../components/IconButton'
import { Notice } from '../../components/Notice'
import { PanelHeader } from '../../components/PanelHeader'
import { Skeleton } from '../../components/Skeleton'
import { useMediaQuery } from '../../components/use-media-query'
import { ModelNotice, useModelIssue } from '../../models/ModelNotice'
import { isForComposer } from '../../models/model-issue'
import { transcriptionKinds } from '../../models/use-models'
import { DamagedJobs } from '../../notices/DamagedJobs'
import { StartScreen } from '../../notices/StartScreen'
import { SidePane } from '../../panes/SidePane'
import { useCommandHandler } from '../../state/command-handlers'
import { openDrafts } from '../../state/draft-store'
import { useJobFocus } from '../../state/focus-requests'
import { transcriptionForm } from '../../state/transcription-form'
import { retryPossiblyBilled } from './queue/file-actions'
import { findJobs } from './queue/file-selection'
import { Queue } from './queue/Queue'
import { QueueToolbar } from './queue/QueueToolbar'
import { RecorderStrip } from './recorder/RecorderStrip'
import { discardWithUndo, orphanedRecordings, startRecording, transcribeRecording } from './recorder/recorder'
import { useRecorder } from './recorder/recorder-state'
import {
  addUploaded,
  dismissAudioRejections,
  dismissInterruptedAudio,
  importAudio,
  rejectAudio,
  useAudioImport,
} from './state/audio-import'
import { transcriptions, useTranscriptions } from './state/transcriptions'
import { confirmRetry, openFile, useTranscribeView } from './transcribe-view'
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
      <Button icon={FilePlus} size="small" onClick={onAdd}>
        Add files…
      </Button>
      <Button icon={Mic} size="small" disabled={isRecording} onClick={record}>
        Record
      </Button>
    </PanelHeader>
  )
}

/** The content of a file decides; these only help to find it. */
const accepted = 'audio/*,video/mp4,video/webm,video/mpeg,.mp3,.mp4,.mpeg,.mpga,.m4a,.ogg,.wav,.webm,.flac'

function AudioFileInput({ ref }: { ref: Ref<HTMLInputElement> }) {
  return (
    <HiddenFileInput ref={ref} multiple accept={accepted} label="Audio files to add" onFiles={importAudio} />
  )
}

function handleDrop({ files, folders }: Dropped) {
  importAudio(files)
  rejectAudio(folders.map((name) => `“${name}” is a folder. Drop the files inside it instead.`))
}

function TranscribeStart({ onAdd }: { onAdd: () => void }) {
  const isRecording = useRecorder(({ phase }) => phase !== 'idle')
  return (
    <StartScreen
      title="Turn speech into text"
      demoText="The built-in demo can’t recognize speech. It reports each file’s real length and format instead. To transcribe, choose a provider in Settings."
      text="Audio goes through your local gateway. Recordings and transcripts stay on this computer."
      gridClassName="min-[820px]:grid-cols-2"
      starters={[
        {
          title: 'Try a sample',
          text: 'A five-second clip with five vowel sounds. Watch it go through the queue.',
          picture: <AudioLines {...iconAttributes} />,
          run: () => importAudio([makeSample()]),
        },
        {
          title: 'Try a long pause',
          text: 'The same vowels twice, with eight seconds of silence between them, which the settings can skip.',
          picture: <AudioWaveform {...iconAttributes} />,
          run: () => importAudio([makePausedSample()]),
        },
        {
          title: 'Record yourself',
          text: 'Say a few sentences. Audio is saved as you speak.',
          picture: <Mic {...iconAttributes} />,
          disabled: isRecording,
          run: () => void startRecording(),
        },
        {
          title: 'Add files',
          text: 'Any number, any length: MP3, M4A, OGG, WAV, WebM, FLAC, or the audio of an MP4.',
          picture: <FolderOpen {...iconAttributes} />,
          run: onAdd,
        },
      ]}
    >
      Drop files anywhere in this panel. The queue survives a restart. Long files are split at silences and
      merged again, and one failed file doesn’t stop the others.
    </StartScreen>
  )
}

const iconAttributes = { size: 20, strokeWidth: 1.5, 'aria-hidden': true, className: 'text-faint' } as const

function IntakeNotices() {
  const { uploads, rejections, blocker, interrupted } = useAudioImport()
  const isLost = useTranscriptions((state) => state.isLost)
  const model = transcriptionForm.useForm((form) => form.model)
  const issue = useModelIssue(model, transcriptionKinds)
  return (
    <div
      role="status"
      className="flex max-h-[40%] shrink-0 flex-col gap-2 overflow-y-auto px-4 pt-2 empty:hidden"
    >
      {issue && isForComposer(issue, true) && <ModelNotice issue={issue} model={model} />}
      {isLost && <Notice tone="warn" title="Connection to the queue lost. Reconnecting…" />}
      {blocker && (
        <Notice tone="danger" title={`Couldn’t add ${formatPlural(uploads.length, 'file')} yet`}>
          <p>{blocker}</p>
          <Button size="small" className="mt-1.5" onClick={() => void addUploaded()}>
            Try again
          </Button>
        </Notice>
      )}
      {interrupted.length > 0 && (
        <Notice
          tone="warn"
          title={`${formatPlural(interrupted.length, 'file')} ${interrupted.length === 1 ? 'wasn’t' : 'weren’t'} copied`}
          actions={<IconButton size="small" label="Dismiss" icon={X} onClick={dismissInterruptedAudio} />}
        >
          <p>Gen Playground closed while copying. Add these files again.</p>
          <ul aria-label="Files not copied" className="max-h-28 overflow-y-auto">
            {interrupted.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </Notice>
      )}
      {rejections.length > 0 && (
        <Notice
          tone="warn"
          title={
            rejections.length === 1
              ? '1 file wasn’t added'
              : `${formatCount(rejections.length)} files weren’t added`
          }
          actions={<IconButton size="small" label="Dismiss" icon={X} onClick={dismissAudioRejections} />}
        >
          <ul aria-label="Files not added" className="max-h-28 overflow-y-auto">
            {rejections.map((message, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two files may be rejected with the same message.
              <li key={at}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}

function RetryWarning() {
  const possiblyBilled = useTranscribeView((state) => state.possiblyBilled)
  if (possiblyBilled.length === 0) return null
  const [only] = possiblyBilled.length === 1 ? findJobs(new Set(possiblyBilled)) : []
  return (
    <div role="alert" className="px-4 pt-2">
      <Notice
        tone="warn"
        title={`Retry ${only?.source.name ?? formatPlural(possiblyBilled.length, 'file')}?`}
      >
        <p>
          A chunk was interrupted while it was being sent. The provider may have transcribed and billed it, so
          retrying may bill it twice. Finished chunks aren’t sent again.
        </p>
        <span className="mt-1.5 flex gap-1.5">
          <Button size="small" onClick={() => confirmRetry([])}>
            Cancel
          </Button>
          <Button size="small" variant="danger" onClick={retryPossiblyBilled}>
            Retry anyway
          </Button>
        </span>
      </Notice>
    </div>
  )
}

function OrphanedRecordings() {
  const { data: recordings = [], error } = useQuery(orphanedRecordings)
  useEffect(() => {
    if (error) toast.error(`Couldn’t load unfinished recordings: ${describeError(error)}`)
  }, [error])
  if (recordings.length === 0) return null
  return (
    <ul
      aria-label="Unfinished recordings"
      className="flex max-h-[40%] shrink-0 flex-col gap-2 overflow-y-auto px-4 pt-2"
    >
      {recordings.map((recording) => (
        <li key={recording.id}>
          <OrphanedRecording recording={recording} />
        </li>
      ))}
    </ul>
  )
}

function OrphanedRecording({ recording }: { recording: Recording }) {
  const { id, startedAt, bytes } = recording
  const [busy, setBusy] = useState(false)
  const transcribe = () => {
    setBusy(true)
    toastOutcome(transcribeRecording(id).finally(() => setBusy(false)))
  }
  return (
    <Notice tone="warn" title={`Unfinished recording from ${formatMoment(startedAt)}`}>
      <p>{formatBytes(bytes)} saved and ready to transcribe.</p>
      <span className="mt-1.5 flex gap-1.5">
        <Button size="small" disabled={busy} onClick={transcribe}>
          Transcribe
        </Button>
        <Button size="small" variant="quiet" disabled={busy} onClick={() => discardWithUndo(recording)}>
          Discard
        </Button>
      </span>
    </Notice>
  )
}
