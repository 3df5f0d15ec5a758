// The rows of the list: files with their state, text and actions, headings, uploads, and earlier files still to be read.
import {
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleX,
  Ellipsis,
  type LucideIcon,
  TriangleAlert,
  X,
} from 'lucide-react'
import { type ComponentProps, memo, useDeferredValue } from 'react'
import type { TranscriptionJob, TranscriptionState } from '#shared/schemas/transcription-job'
import { Button } from '../../../components/Button'
import { formatBytes, formatCount } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { Menu } from '../../../components/Menu'
import { ProgressBar } from '../../../components/ProgressBar'
import { Skeleton } from '../../../components/Skeleton'
import { useLoudnessProgress } from '../loudness/loudness-requests'
import { cancelAudioImport, type UploadingAudio } from '../state/audio-import'
import { fetchEarlierFiles, useTranscriptions } from '../state/transcriptions'
import { openFile } from '../transcribe-view'
import {
  describeDetail,
  describeJob,
  describePieces,
  describeSource,
  describeState,
  toSentPercent,
} from './describe-job'
import { fileActions, listMenuItems, runFileAction } from './file-actions'

const icons: Readonly<Record<TranscriptionState, { icon: LucideIcon; className: string }>> = {
  queued: { icon: CircleDashed, className: 'text-faint' },
  preparing: { icon: CircleDashed, className: 'text-accent animate-breathe' },
  sending: { icon: CircleDashed, className: 'text-accent animate-breathe' },
  paused: { icon: CirclePause, className: 'text-faint' },
  succeeded: { icon: CircleCheck, className: 'text-ok' },
  failed: { icon: CircleX, className: 'text-danger' },
  interrupted: { icon: TriangleAlert, className: 'text-warn' },
  cancelled: { icon: CircleX, className: 'text-faint' },
}

const detailClassNames = {
  problem: 'text-danger',
  waiting: 'text-soft italic',
  text: 'text-soft',
  settings: 'text-faint',
} as const

interface FileRowProps {
  readonly job: TranscriptionJob
  readonly index: number
  readonly selected: boolean
  /** The keys continue here. */
  readonly isCursor: boolean
  /** Its transcript is open. */
  readonly isOpen: boolean
  /** Beside an open transcript: three lines. */
  readonly compact: boolean
}

/** The list handles mouse and keys, and reads the data attributes. */
export const FileRow = memo(function FileRow(props: FileRowProps) {
  const { job, index, selected, isCursor, isOpen, compact } = props
  const { icon: Icon, className: iconClassName } = icons[job.state]
  // Buttons with tooltips are the expensive part of a row: they are rendered once scrolling has stopped.
  const hasButtons = useDeferredValue(true, false)
  return (
    <GridRow
      id={toRowId(job.id)}
      index={index}
      aria-selected={selected}
      aria-current={isOpen ? 'true' : undefined}
      aria-label={describeJob(job)}
      data-index={index}
      data-id={job.id}
      className={joinClasses(
        'group/row flex h-full items-center gap-2.5 rounded-md pr-2.5 pl-4',
        selected ? 'bg-accent-wash' : isOpen ? 'bg-hover' : 'hover:bg-hover',
        isCursor &&
          'group-focus-visible/grid:outline-2 group-focus-visible/grid:outline-accent group-focus-visible/grid:-outline-offset-2',
      )}
    >
      <GridCell className="flex min-w-0 flex-1 items-center gap-2.5">
        <Icon size={16} aria-hidden="true" className={joinClasses('shrink-0', iconClassName)} />
        {compact ? (
          <CompactLines job={job} tabbable={isCursor} />
        ) : (
          <WideLines job={job} tabbable={isCursor} />
        )}
      </GridCell>
      <GridCell className={joinClasses('flex justify-end', compact ? 'min-w-12' : 'w-18 shrink-0')}>
        {hasButtons && <RowActions job={job} tabbable={isCursor} />}
      </GridCell>
    </GridRow>
  )
})

interface LinesProps {
  readonly job: TranscriptionJob
  readonly tabbable: boolean
}

function WideLines({ job, tabbable }: LinesProps) {
  return (
    <>
      <span className="flex min-w-0 flex-1 flex-col">
        <Name job={job} tabbable={tabbable} />
        <Detail job={job} />
      </span>
      <span className="flex w-48 shrink-0 flex-col gap-1 max-[760px]:w-36">
        <span className="truncate text-soft text-sm tabular-nums">
          <State job={job} />
        </span>
        <Pieces job={job} />
      </span>
      <span className="w-32 shrink-0 truncate text-right text-faint text-sm tabular-nums max-[760px]:hidden">
        {describeSource(job)}
      </span>
    </>
  )
}

function CompactLines({ job, tabbable }: LinesProps) {
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-0.5">
      <Name job={job} tabbable={tabbable} />
      <span className="truncate text-faint text-sm tabular-nums">
        <State job={job} /> · {describeSource(job)}
      </span>
      {job.endedAt === null && job.pieces.length > 0 ? <Pieces job={job} /> : <Detail job={job} />}
    </span>
  )
}

function Name({ job: { id, source }, tabbable }: LinesProps) {
  return (
    <button
      type="button"
      tabIndex={tabbable ? 0 : -1}
      title={source.name}
      aria-label={`Open ${source.name}`}
      onClick={(event) => {
        // With these keys a click selects, as on the rest of the row.
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) openFile(id)
      }}
      className="truncate self-start text-left font-medium hover:underline max-w-full"
    >
      {source.name}
    </button>
  )
}

/** How much of the file has been searched for silences, from 0 to 1. */
function usePrepared({ state, source }: TranscriptionJob): number | undefined {
  return useLoudnessProgress((progress) => (state === 'preparing' ? progress[source.media] : undefined))
}

function State({ job }: { job: TranscriptionJob }) {
  return describeState(job, usePrepared(job))
}

/** One line; the whole text is above the open transcript. */
function Detail({ job }: { job: TranscriptionJob }) {
  const { text, tone } = describeDetail(job)
  return (
    <span title={text || undefined} className={joinClasses('h-4 truncate text-sm', detailClassNames[tone])}>
      {text}
    </span>
  )
}

/** A finished file has no bar, nor has an ended one that was sent in one piece. */
function Pieces({ job }: { job: TranscriptionJob }) {
  const prepared = usePrepared(job) ?? 0
  if (job.state === 'succeeded' || (job.endedAt !== null && job.pieces.length < 2)) return null
  const percent = job.pieces.length === 0 ? prepared * 100 : toSentPercent(job)
  return <ProgressBar label={describePieces(job) || describeState(job)} percent={percent} className="h-1.5" />
}

export function toRowId(id: string): string {
  return `transcription-${id}`
}

interface RowActionsProps {
  readonly job: TranscriptionJob
  /** Tab reaches them only in the row of the cursor. */
  readonly tabbable: boolean
}

export function RowActions({ job, tabbable }: RowActionsProps) {
  const { name } = job.source
  const tabIndex = tabbable ? 0 : -1
  return (
    <span className="flex shrink-0 items-center opacity-60 group-focus-within/row:opacity-100 group-hover/row:opacity-100">
      {fileActions
        .filter(({ can }) => can(job))
        .map((action) => (
          <IconButton
            key={action.name}
            size="small"
            label={`${action.verb ?? action.name} ${name}`}
            icon={action.icon}
            tabIndex={tabIndex}
            onClick={() => runFileAction(action, [job])}
          />
        ))}
      <Menu
        label={`Actions for ${name}`}
        trigger={
          <IconButton size="small" label={`Actions for ${name}`} icon={Ellipsis} tabIndex={tabIndex} />
        }
        items={listMenuItems([job])}
      />
    </span>
  )
}

interface GridRowProps extends ComponentProps<'div'> {
  /** In the whole list, starting with 0. */
  readonly index: number
}

/** Not focusable: the list has the focus and names its active descendant. */
function GridRow({ index, ...rest }: GridRowProps) {
  // biome-ignore lint/a11y: a `tr` would need a table around absolutely positioned rows.
  return <div role="row" aria-rowindex={index + 1} {...rest} />
}

function GridCell(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y: a `td` belongs in a `tr`; the focusable elements are in the cell.
  return <div role="gridcell" {...props} />
}

export function HeadRow({ title, count, index }: { title: string; count: number; index: number }) {
  return (
    <GridRow index={index} className="flex h-full items-end px-4 pb-1.5">
      <GridCell className="flex gap-2 font-medium text-faint text-xs">
        {title}
        <span className="font-normal tabular-nums">{formatCount(count)}</span>
      </GridCell>
    </GridRow>
  )
}

interface UploadingRowProps {
  readonly upload: UploadingAudio
  readonly index: number
}

export const UploadingRow = memo(function UploadingRow({ upload, index }: UploadingRowProps) {
  const { id, name, bytes, sent, isStarted } = upload
  const share = bytes > 0 ? Math.round((sent / bytes) * 100) : 100
  return (
    <GridRow
      index={index}
      aria-label={`Copying ${name}`}
      className="flex h-full items-center gap-2.5 pr-2.5 pl-4"
    >
      <GridCell className="flex min-w-0 flex-1 flex-col gap-1.5 pl-6.5">
        <span className="flex items-baseline justify-between gap-3">
          <span className="truncate font-medium text-soft">{name}</span>
          <span className="shrink-0 text-faint text-sm tabular-nums">
            {share < 100 && isStarted ? `Copying ${share}%` : 'Queued'}
            {bytes > 0 && ` · ${formatBytes(bytes)}`}
          </span>
        </span>
        <ProgressBar label={`Copying ${name}`} percent={share} className="h-1" />
      </GridCell>
      <GridCell className="flex">
        <IconButton size="small" label={`Cancel ${name}`} icon={X} onClick={() => cancelAudioImport([id])} />
      </GridCell>
    </GridRow>
  )
})

export function EarlierRow({ index }: { index: number }) {
  const problem = useTranscriptions((state) => state.earlierProblem)
  return (
    <GridRow index={index} className="flex h-full items-center px-4">
      <GridCell className="flex min-w-0 flex-1 items-center gap-2">
        {problem === null ? (
          <Skeleton label="Loading earlier files…" widths={['40%']} className="flex-1" />
        ) : (
          <>
            <span className="min-w-0 flex-1 truncate text-danger text-sm" title={problem}>
              Couldn’t load earlier files: {problem}
            </span>
            <Button size="small" onClick={fetchEarlierFiles}>
              Try again
            </Button>
          </>
        )}
      </GridCell>
    </GridRow>
  )
}
