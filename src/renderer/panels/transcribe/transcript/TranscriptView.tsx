// One transcript: its audio above, and below it the text received so far.
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Transcript, TranscriptionJob } from '#shared/schemas/transcription-job'
import { queries } from '../../../api/desktop'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { Notice } from '../../../components/Notice'
import { ProgressBar } from '../../../components/ProgressBar'
import { Skeleton } from '../../../components/Skeleton'
import { ReadErrorNotice } from '../../../notices/ReadErrorNotice'
import { UnsavedNotice, useUnsaved } from '../../../notices/UnsavedNotice'
import { adviceOf, describePieces, describeState, toSentPercent } from '../queue/describe-job'
import { RowActions } from '../queue/FileRow'
import { useTranscription } from '../state/transcriptions'
import { openFile } from '../transcribe-view'
import { type TextHandle, TranscriptText } from './editor/TranscriptText'
import { Player, type PlayerHandle } from './player/Player'
import { TranscriptActions } from './TranscriptActions'

interface TranscriptViewProps {
  readonly jobId: string
  /** There is no space for the list beside it. */
  readonly alone: boolean
}

export function TranscriptView({ jobId, alone }: TranscriptViewProps) {
  const { job, error, refetch } = useTranscription(jobId)
  if (job) return <OpenTranscript key={jobId} job={job} alone={alone} />
  return (
    <section aria-label="Transcript" className="flex h-full min-w-0 flex-1 flex-col bg-canvas">
      <TranscriptHeader alone={alone} />
      <div className="p-6">
        {job === null ? (
          <Notice tone="quiet" title="This transcript no longer exists" />
        ) : error ? (
          <ReadErrorNotice title="Couldn’t load the transcript" error={error} onRetry={refetch} />
        ) : (
          <Skeleton label="Loading transcript…" widths={['40%', '92%', '86%', '64%']} />
        )}
      </div>
    </section>
  )
}

function OpenTranscript({ job, alone }: { job: TranscriptionJob; alone: boolean }) {
  const { data: transcript, error, refetch } = useTranscript(job)
  const player = useRef<PlayerHandle>(null)
  const text = useRef<TextHandle>(null)
  // A partial text cannot be edited: there is no version of it.
  const readOnly = job.endedAt === null || transcript?.versions.length === 0
  const { source } = job
  return (
    <section aria-label="Transcript" className="flex h-full min-w-0 flex-1 flex-col bg-canvas">
      <TranscriptHeader job={job} alone={alone}>
        {transcript && <TranscriptActions transcript={transcript} name={source.name} readOnly={readOnly} />}
      </TranscriptHeader>
      <Player
        ref={player}
        media={source.media}
        seconds={source.seconds}
        cuts={listCuts(job, transcript)}
        onTime={(seconds) => text.current?.follow(seconds)}
        onShowInText={transcript?.cuts.length ? (seconds) => text.current?.goTo(seconds) : undefined}
      />
      <JobStatus job={job} />
      {transcript && (
        <TranscriptText
          ref={text}
          job={job}
          transcript={transcript}
          readOnly={readOnly}
          onPlayFrom={(seconds) => player.current?.playFrom(seconds)}
        />
      )}
      {!transcript && <NoTranscript job={job} error={transcript === undefined && error} onRetry={refetch} />}
    </section>
  )
}

/** The positions of the cuts in seconds; none if the audio was sent in one piece. */
function listCuts({ pieces }: TranscriptionJob, transcript: Transcript | null | undefined): number[] {
  const known = pieces.length > 0 ? pieces : (transcript?.cuts ?? [])
  return known.slice(1).map(({ from }) => from / 1000)
}

interface NoTranscriptProps {
  readonly job: TranscriptionJob
  readonly error: unknown
  readonly onRetry: () => unknown
}

function NoTranscript({ job, error, onRetry }: NoTranscriptProps) {
  if (error) {
    return (
      <div className="p-6">
        <ReadErrorNotice title="Couldn’t load the transcript" error={error} onRetry={onRetry} />
      </div>
    )
  }
  if (job.endedAt === null)
    return (
      <Skeleton label="Waiting for the transcript…" widths={['62%', '92%', '86%', '40%']} className="p-6" />
    )
  return <p className="p-6 text-faint">No transcript</p>
}

function JobStatus({ job }: { job: TranscriptionJob }) {
  const { state, error, preview } = job
  if (state === 'succeeded') return null
  if (job.endedAt === null) return <RunningJob job={job} />
  const savedNote = preview ? 'The partial transcript was saved.' : ''
  return (
    <div className="shrink-0 px-6 py-2">
      <Notice tone={state === 'failed' ? 'danger' : 'warn'} title={error?.message ?? describeState(job)}>
        {[adviceOf(job), savedNote].filter(Boolean).join(' ')}
      </Notice>
    </div>
  )
}

function RunningJob({ job }: { job: TranscriptionJob }) {
  const pieces = describePieces(job)
  // The notice explains the wait.
  const isUnsaved = useUnsaved()?.pending.some(({ owner }) => owner === job.id) === true
  return (
    <div className="flex shrink-0 flex-col gap-1 border-line border-b bg-frame px-6 py-1.5">
      <p role="status" className="text-soft text-sm">
        {[describeState(job), !isUnsaved && job.waiting].filter(Boolean).join('. ')}
      </p>
      {pieces && <ProgressBar label={pieces} percent={toSentPercent(job)} className="h-1.5" />}
      <UnsavedNotice owner={job.id} what="Transcript" className="pt-1" />
    </div>
  )
}

interface TranscriptHeaderProps {
  /** Undefined until it is known. */
  readonly job?: TranscriptionJob
  /** There is no space for the list beside it. */
  readonly alone: boolean
  readonly children?: ReactNode
}

function TranscriptHeader({ job, alone, children }: TranscriptHeaderProps) {
  const close = () => openFile(null)
  return (
    <header
      className={joinClasses(
        'group/row flex h-11 shrink-0 items-center gap-1 border-line border-b pr-4 in-data-[inspector=closed]:pr-14',
        alone ? 'pl-3' : 'pl-6',
      )}
    >
      {alone && (
        <Button icon={ArrowLeft} size="small" variant="quiet" className="mr-1 shrink-0" onClick={close}>
          All files
        </Button>
      )}
      <div className="min-w-0 flex-1">
        {job && (
          <h2 title={job.source.name} className="truncate font-semibold">
            {job.source.name}
          </h2>
        )}
      </div>
      {children}
      {alone && job && <RowActions job={job} tabbable />}
      {!alone && <IconButton size="small" label="Close transcript" icon={X} onClick={close} />}
    </header>
  )
}

/** A transcript may be long. */
const refetchIntervalMs = 700

function useTranscript(job: TranscriptionJob) {
  const query = useQuery({
    ...queries.transcriptions.read.queryOptions({ input: { id: job.id } }),
    // Text may have been received or edited since it was last read.
    refetchOnMount: 'always',
  })
  const { refetch } = query
  const growth = toProgressKey(job)
  const requested = useRef({ growth, at: 0 })
  useEffect(() => {
    if (requested.current.growth === growth) return
    const wait = Math.max(0, requested.current.at + refetchIntervalMs - Date.now())
    const timer = setTimeout(() => {
      requested.current = { growth, at: Date.now() }
      void refetch()
    }, wait)
    return () => clearTimeout(timer)
  }, [growth, refetch])
  return query
}

/** Changes if more was received. */
function toProgressKey({ state, words, preview, pieces }: TranscriptionJob): string {
  return [state, words, pieces.filter((piece) => piece.state === 'done').length, preview].join('/')
}
