// The file that is open, and where it stands alone what is asked before it is sent again.
import { RetryWarning } from './queue/RetryWarning'
import { openFile } from './transcribe-view'
import { TranscriptView } from './transcript/TranscriptView'

interface OpenFileProps {
  readonly jobId: string
  /** There is no room for the list beside it. */
  readonly alone: boolean
}

export function OpenFile({ jobId, alone }: OpenFileProps) {
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      {alone && <RetryWarning />}
      <div className="flex min-h-0 flex-1">
        <TranscriptView jobId={jobId} alone={alone} onClose={() => openFile(null)} />
      </div>
    </div>
  )
}
