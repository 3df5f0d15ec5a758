// Notices above the list: rejected files, retries that may be billed twice, and recordings that are in no queue.
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import type { Recording } from '#shared/schemas/transcription-job'
import { describeError } from '../../api/describe-error'
import { toastOutcome } from '../../api/toast-outcome'
import { Button } from '../../components/Button'
import { formatBytes, formatCount, formatMoment, formatPlural } from '../../components/format'
import { IconButton } from '../../components/IconButton'
import { Notice } from '../../components/Notice'
import { ModelNotice, useModelIssue } from '../../models/ModelNotice'
import { isForComposer } from '../../models/model-issue'
import { transcriptionKinds } from '../../models/use-models'
import { transcriptionForm } from '../../state/transcription-form'
import { retryPossiblyBilled } from './queue/file-actions'
import { findJobs } from './queue/file-selection'
import { discardWithUndo, orphanedRecordings, transcribeRecording } from './recorder/recorder'
import {
  addUploaded,
  dismissAudioRejections,
  dismissInterruptedAudio,
  useAudioImport,
} from './state/audio-import'
import { useTranscriptions } from './state/transcriptions'
import { confirmRetry, useTranscribeView } from './transcribe-view'

export function IntakeNotices() {
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

export function RetryWarning() {
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

export function OrphanedRecordings() {
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
