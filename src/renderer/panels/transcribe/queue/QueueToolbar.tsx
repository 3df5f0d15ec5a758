// Above the list: a summary, and actions for all files or for the selected ones.
import { CircleX, Download, Eraser, ListFilter, type LucideIcon, RotateCcw, X } from 'lucide-react'
import type { TranscriptFormat, TranscriptionJob } from '#shared/schemas/transcription-job'
import { desktop } from '../../../api/desktop'
import { type Outcome, toastFailure, toastOutcome, toSaved } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { formatCount, formatPlural } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { runTransfer, toFileStep } from '../../../notices/transfer'
import { cancelAudioImport, useAudioImport } from '../state/audio-import'
import { listTranscriptions, transcriptions, useTranscriptions } from '../state/transcriptions'
import { showFailedOnly, useTranscribeView } from '../transcribe-view'
import { exportFormats, saveEdits } from '../transcript/pending-edits'
import { describeQueue } from './describe-job'
import {
  clearFinished,
  type FileAction,
  fileActions,
  isFinished,
  pause,
  resume,
  retryFailed,
  runFileAction,
} from './file-actions'
import { fileSelection, useSelectedJobs } from './file-selection'

interface ToolbarAction {
  readonly name: string
  readonly icon: LucideIcon
  readonly disabled?: boolean
  /** Only for a filter. */
  readonly isPressed?: boolean
  readonly run: () => void
}

/** The row of a single selected file has its own buttons. */
export function QueueToolbar({ compact }: { compact: boolean }) {
  const list = useTranscriptions()
  const uploads = useAudioImport((state) => state.uploads)
  const selected = useSelectedJobs()
  const isSeveral = selected.length > 1
  const isFailedOnly = useTranscribeView((view) => view.isFailedOnly)
  const filter: ToolbarAction = {
    name: 'Failed only',
    icon: ListFilter,
    isPressed: isFailedOnly,
    run: () => showFailedOnly(!isFailedOnly),
  }
  const retryAll: ToolbarAction = {
    name: 'Retry failed',
    icon: RotateCcw,
    run: () => toastOutcome(retryFailed(), 'Couldn’t retry the failed files'),
  }
  const cancelCopying: ToolbarAction = {
    name: 'Cancel copying',
    icon: CircleX,
    run: () => cancelAudioImport(uploads.map(({ id }) => id)),
  }
  const toButton = (action: FileAction, jobs: readonly TranscriptionJob[], name = action.name) => ({
    name,
    icon: action.icon,
    disabled: !jobs.some(action.can),
    run: () => runFileAction(action, jobs),
  })
  const actions: readonly ToolbarAction[] = isSeveral
    ? fileActions.map((action) => toButton(action, selected))
    : [
        ...(list.failed > 0 || isFailedOnly ? [filter] : []),
        ...(list.failed > 0 ? [retryAll] : []),
        ...(uploads.length > 1 ? [cancelCopying] : []),
        toButton(pause, list.open, 'Pause all'),
        toButton(resume, list.open, 'Resume all'),
        {
          name: 'Clear finished',
          icon: Eraser,
          disabled: !list.ended.some(isFinished),
          run: () => toastOutcome(clearFinished()),
        },
      ]
  return (
    <div
      role="toolbar"
      aria-label={isSeveral ? 'Selected files' : 'All files'}
      className="@container flex h-9 shrink-0 items-center gap-1 border-line border-b pr-4 pl-6"
    >
      <p role="status" className="mr-auto min-w-0 truncate text-faint text-sm tabular-nums">
        {isSeveral
          ? `${formatPlural(selected.length, 'file')} selected`
          : describeQueue(list, uploads.length)}
      </p>
      {isSeveral && (
        <IconButton
          size="small"
          label="Clear selection"
          icon={X}
          keys="escape"
          onClick={fileSelection.none}
        />
      )}
      <ExportMenu
        jobs={isSeveral ? selected : null}
        isIconOnly={compact || isSeveral}
        disabled={!(isSeveral ? selected : list.ended).some(canExport)}
      />
      {actions.map((action) => (
        <ToolbarButton key={action.name} action={action} isIconOnly={compact || isSeveral} />
      ))}
    </div>
  )
}

function ToolbarButton({ action, isIconOnly }: { action: ToolbarAction; isIconOnly: boolean }) {
  const { name, icon: Icon, disabled, isPressed, run } = action
  const attributes = { disabled, 'aria-pressed': isPressed, onClick: run }
  const className = 'aria-pressed:bg-accent-wash aria-pressed:text-accent'
  if (isIconOnly)
    return <IconButton size="small" label={name} icon={Icon} className={className} {...attributes} />
  return (
    <Button icon={Icon} size="small" variant="quiet" title={name} className={className} {...attributes}>
      <span className="@max-[700px]:sr-only">{name}</span>
    </Button>
  )
}

interface ExportMenuProps {
  /** Null for all files, also those that have not been listed yet. */
  readonly jobs: readonly TranscriptionJob[] | null
  readonly isIconOnly: boolean
  readonly disabled: boolean
}

function ExportMenu({ jobs, isIconOnly, disabled }: ExportMenuProps) {
  const name = jobs ? 'Export transcripts' : 'Export all'
  const trigger = isIconOnly ? (
    <IconButton size="small" label={name} icon={Download} disabled={disabled} />
  ) : (
    <Button icon={Download} size="small" variant="quiet" title={name} disabled={disabled}>
      <span className="@max-[700px]:sr-only">{name}</span>
    </Button>
  )
  return (
    <Menu
      label={name}
      trigger={trigger}
      items={exportFormats.map(([format, label]) => ({
        name: label,
        hasSeparator: format === 'srt',
        onSelect: () => toastOutcome(exportTranscripts(jobs, format), 'Couldn’t export the transcripts'),
      }))}
    />
  )
}

/** Its transcript is complete, and has a text. */
function canExport({ state, preview }: TranscriptionJob): boolean {
  return state === 'succeeded' && preview !== ''
}

async function exportTranscripts(
  jobs: readonly TranscriptionJob[] | null,
  format: TranscriptFormat,
): Promise<Outcome> {
  if (!jobs) await transcriptions.load()
  const { openId } = useTranscribeView.getState()
  if (openId !== null) await saveEdits(openId)
  const exported = (jobs ?? listTranscriptions()).filter(canExport)
  const ids = exported.map(({ id }) => id)
  const done = await runTransfer({
    kind: 'transcripts',
    title: `Exporting ${formatPlural(ids.length, 'transcript')}`,
    start: (options) => desktop.transcriptions.exportAll({ ids, format }, options),
    read: ({ done, ...step }) => (done ? { done } : toFileStep({ ...step, bytes: 0, totalBytes: 0 })),
    canceled: 'Export canceled. Exported files stay.',
  })
  if (!done || done.path === null) return null
  if (done.failures.length > 0) toastFailures(done.failures, exported)
  const saved = ids.length - done.failures.length
  return saved > 0 ? toSaved(done.path, `${formatPlural(saved, 'transcript')} saved`) : null
}

const maxNames = 5

function toastFailures(
  failures: readonly { readonly id: string; readonly message: string }[],
  jobs: readonly TranscriptionJob[],
) {
  const lines = failures.slice(0, maxNames).map(({ id, message }) => {
    const name = jobs.find((job) => job.id === id)?.source.name
    return name ? `${name}: ${message}` : message
  })
  const more = failures.length - lines.length
  toastFailure(
    `Couldn’t export ${formatPlural(failures.length, 'transcript')}`,
    [...lines, more > 0 && `${formatCount(more)} more`].filter(Boolean).join(' '),
  )
}
