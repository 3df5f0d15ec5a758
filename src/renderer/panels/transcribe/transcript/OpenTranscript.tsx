// One transcript, open: the player above, the text below, as far as it has come.
import { useRef } from 'react'
import type { Transcript, TranscriptionJob } from '#shared/schemas/transcription-job'
import { describeError } from '../../../api/describe-error'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { Skeleton } from '../../../components/Skeleton'
import { type TextHandle, TranscriptText } from './editor/TranscriptText'
import { JobStanding } from './JobStanding'
import { Player, type PlayerHandle } from './player/Player'
import { TranscriptActions } from './TranscriptActions'
import { TranscriptHeader } from './TranscriptHeader'
import { useTranscript } from './use-transcript'

interface OpenTranscriptProps {
  readonly job: TranscriptionJob
  readonly alone: boolean
  readonly onClose: () => void
}

export function OpenTranscript({ job, alone, onClose }: OpenTranscriptProps) {
  const { data: transcript, error, refetch } = useTranscript(job)
  const player = useRef<PlayerHandle>(null)
  const text = useRef<TextHandle>(null)
  // A part of a text is none that can be changed: no version of it is kept.
  const readOnly = job.endedAt === null || transcript?.versions.length === 0
  const { source } = job
  return (
    <section aria-label="Transcript" className="flex h-full min-w-0 flex-1 flex-col bg-canvas">
      <TranscriptHeader job={job} alone={alone} onClose={onClose}>
        {transcript && <TranscriptActions transcript={transcript} readOnly={readOnly} />}
      </TranscriptHeader>
      <Player
        ref={player}
        media={source.media}
        seconds={source.seconds}
        cuts={listCuts(job, transcript)}
        onShowPlace={transcript?.cuts.length ? (seconds) => text.current?.goTo(seconds) : undefined}
      />
      <JobStanding job={job} />
      {transcript && (
        <TranscriptText
          ref={text}
          job={job}
          transcript={transcript}
          readOnly={readOnly}
          onPlayFrom={(seconds) => player.current?.playFrom(seconds)}
        />
      )}
      {!transcript && (
        <Absent job={job} error={transcript === undefined ? error : null} onRetry={() => void refetch()} />
      )}
    </section>
  )
}

/** Seconds at which the sound was cut; none where it went in one piece. */
function listCuts({ pieces }: TranscriptionJob, transcript: Transcript | null | undefined): number[] {
  const known = pieces.length > 0 ? pieces : (transcript?.cuts ?? [])
  return known.slice(1).map(({ from }) => from / 1000)
}

interface AbsentProps {
  readonly job: TranscriptionJob
  readonly error: unknown
  readonly onRetry: () => void
}

function Absent({ job, error, onRetry }: AbsentProps) {
  if (error) {
    return (
      <div className="p-6">
        <Notice
          tone="danger"
          title="The text cannot be read."
          actions={<Button onClick={onRetry}>Try again</Button>}
        >
          {describeError(error)}
        </Notice>
      </div>
    )
  }
  if (job.endedAt === null)
    return (
      <Skeleton label="Waiting for the first words" widths={['62%', '92%', '86%', '40%']} className="p-6" />
    )
  return <p className="p-6 text-faint">No words have come of it.</p>
}
