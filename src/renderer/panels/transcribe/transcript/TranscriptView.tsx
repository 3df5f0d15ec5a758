// The room of one transcript: its sound, its text, and what can be made of them.
import type { ReactNode } from 'react'
import { describeError } from '../../../api/describe-error'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { Skeleton } from '../../../components/Skeleton'
import { OpenTranscript } from './OpenTranscript'
import { TranscriptHeader } from './TranscriptHeader'
import { useJob } from './use-job'

interface TranscriptViewProps {
  readonly jobId: string
  /** There is no room for the list beside it. */
  readonly alone: boolean
  readonly onClose: () => void
}

export function TranscriptView({ jobId, alone, onClose }: TranscriptViewProps) {
  const { job, error, refetch } = useJob(jobId)
  if (job) return <OpenTranscript key={jobId} job={job} alone={alone} onClose={onClose} />
  return (
    <section aria-label="Transcript" className="flex h-full min-w-0 flex-1 flex-col bg-canvas">
      <TranscriptHeader alone={alone} onClose={onClose} />
      <div className="p-6">{tellAbsence({ isGone: job === null, error, onRetry: () => void refetch() })}</div>
    </section>
  )
}

interface Absence {
  readonly isGone: boolean
  readonly error: unknown
  readonly onRetry: () => void
}

function tellAbsence({ isGone, error, onRetry }: Absence): ReactNode {
  if (isGone) return <Notice tone="quiet" title="This transcription is not there any more." />
  if (!error) return <Skeleton label="Opening the transcript" widths={['40%', '92%', '86%', '64%']} />
  return (
    <Notice
      tone="danger"
      title="The transcription cannot be read."
      actions={<Button onClick={onRetry}>Try again</Button>}
    >
      {describeError(error)}
    </Notice>
  )
}
