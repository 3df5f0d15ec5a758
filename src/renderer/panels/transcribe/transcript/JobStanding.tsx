// How far a transcription has come, and what ended it where that was not its own end.
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { Notice } from '../../../components/Notice'
import { UnsavedNotice, useUnsaved } from '../../../notices/UnsavedNotice'
import { adviceOf, describePieces, describeState } from '../queue/describe-job'
import { PiecesBar } from '../queue/PiecesBar'

export function JobStanding({ job }: { job: TranscriptionJob }) {
  const { state, error, preview } = job
  if (state === 'succeeded') return null
  if (job.endedAt === null) return <UnderWay job={job} />
  const kept = preview ? 'What has come until then is kept.' : ''
  return (
    <div className="shrink-0 px-6 py-2">
      <Notice tone={state === 'failed' ? 'danger' : 'warn'} title={error?.message ?? describeState(job)}>
        {[adviceOf(job), kept].filter(Boolean).join(' ')}
      </Notice>
    </div>
  )
}

function UnderWay({ job }: { job: TranscriptionJob }) {
  const pieces = describePieces(job)
  // The notice says why it waits.
  const isUnsaved = useUnsaved()?.pending.some(({ owner }) => owner === job.id) === true
  return (
    <div className="flex shrink-0 flex-col gap-1 border-line border-b bg-frame px-6 py-1.5">
      <p role="status" className="text-soft text-sm">
        {[describeState(job), !isUnsaved && job.waiting].filter(Boolean).join('. ')}
      </p>
      {pieces && <PiecesBar pieces={job.pieces} label={pieces} />}
      <UnsavedNotice owner={job.id} what="Transcript" className="pt-1" />
    </div>
  )
}
