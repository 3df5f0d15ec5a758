// Offers the recordings that are on the disk and in no queue.
import { useEffect, useState } from 'react'
import type { Recording } from '#shared/schemas/transcription-job'
import { tellOutcome } from '../../../api/tell-outcome'
import { Button } from '../../../components/Button'
import { formatBytes, formatMoment } from '../../../components/format'
import { Notice } from '../../../components/Notice'
import { readLeftRecordings, useLeftRecordings } from '../state/left-recordings'
import { discardWithWayBack, transcribeRecording } from '../state/recorder'

export function LeftRecordings() {
  const recordings = useLeftRecordings((state) => state.recordings)
  useEffect(() => tellOutcome(readLeftRecordings(), 'Recordings that were left over could not be read'), [])
  if (recordings.length === 0) return null
  return (
    <ul
      aria-label="Unfinished recordings"
      className="flex max-h-[40%] shrink-0 flex-col gap-2 overflow-y-auto px-4 pt-2"
    >
      {recordings.map((recording) => (
        <li key={recording.id}>
          <LeftRecording recording={recording} />
        </li>
      ))}
    </ul>
  )
}

function LeftRecording({ recording }: { recording: Recording }) {
  const { id, startedAt, bytes } = recording
  const [busy, setBusy] = useState(false)
  const transcribe = () => {
    setBusy(true)
    tellOutcome(transcribeRecording(id).finally(() => setBusy(false)))
  }
  return (
    <Notice tone="warn" title={`A recording of ${formatMoment(startedAt)} is in no queue.`}>
      <p>{formatBytes(bytes)} of it are on the disk, and can be transcribed.</p>
      <span className="mt-1.5 flex gap-1.5">
        <Button size="small" disabled={busy} onClick={transcribe}>
          Transcribe
        </Button>
        <Button size="small" look="quiet" disabled={busy} onClick={() => discardWithWayBack(recording)}>
          Discard
        </Button>
      </span>
    </Notice>
  )
}
