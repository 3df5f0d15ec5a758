// Above the list: a summary, and actions for all files or for the selected ones.
import { CircleX, Eraser, ListFilter, type LucideIcon, RotateCcw, X } from 'lucide-react'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { formatPlural } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { cancelAudioImport, useAudioImport } from '../state/audio-import'
import { useTranscriptions } from '../state/transcriptions'
import { showFailedOnly, useTranscribeView } from '../transcribe-view'
import { describeQueue } from './describe-job'
import { canExport, ExportMenu } from './ExportMenu'
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

interface ToolbarButtonProps {
  readonly action: ToolbarAction
  readonly isIconOnly: boolean
}

function ToolbarButton({ action, isIconOnly }: ToolbarButtonProps) {
  const { name, icon: Icon, disabled, isPressed, run } = action
  const attributes = { disabled, 'aria-pressed': isPressed, onClick: run }
  const className = 'aria-pressed:bg-accent-wash aria-pressed:text-accent'
  if (isIconOnly)
    return <IconButton size="small" label={name} icon={Icon} className={className} {...attributes} />
  return (
    <Button size="small" variant="quiet" title={name} className={className} {...attributes}>
      <Icon size={12} aria-hidden="true" />
      <span className="@max-[700px]:sr-only">{name}</span>
    </Button>
  )
}
