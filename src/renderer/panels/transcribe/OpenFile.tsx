// The file that is open: its transcript, and where it stands alone the way back to the list.
import { ArrowLeft } from 'lucide-react'
import { Button } from '../../kit/Button'
import { findTranscription, useTranscriptions } from '../../session/transcriptions'
import { RetryWarning } from './queue/RetryWarning'
import { RowActions } from './queue/RowActions'
import { openFile } from './transcribe-view'
import { TranscriptView } from './transcript/TranscriptView'

interface OpenFileProps {
  readonly jobId: string
  /** There is no room for the list beside it. */
  readonly alone: boolean
}

export function OpenFile({ jobId, alone }: OpenFileProps) {
  const job = useTranscriptions(({ list }) => findTranscription(list, jobId))
  const close = () => openFile(null)
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      {alone && (
        <>
          <div className="group/row flex h-11 shrink-0 items-center justify-between border-line border-b px-3 in-data-[inspector=closed]:pr-14">
            <Button size="small" look="quiet" onClick={close}>
              <ArrowLeft size={14} aria-hidden="true" />
              All files
            </Button>
            {job && <RowActions job={job} tabbable />}
          </div>
          <RetryWarning />
        </>
      )}
      <div className="flex min-h-0 flex-1">
        <TranscriptView jobId={jobId} onClose={close} />
      </div>
    </div>
  )
}
