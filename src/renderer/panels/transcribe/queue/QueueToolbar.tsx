// Above the list: a summary, and actions for all files or for the selected ones.
import { Eraser, type LucideIcon, X } from 'lucide-react'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { formatPlural } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { useTranscriptions } from '../state/transcriptions'
import { describeQueue } from './describe-job'
import {
  clearFinished,
  type FileAction,
  fileActions,
  isFinished,
  pause,
  resume,
  runFileAction,
} from './file-actions'
import { fileSelection, useSelectedJobs } from './file-selection'

interface ToolbarAction {
  readonly name: string
  readonly icon: LucideIcon
  readonly disabled: boolean
  readonly run: () => void
}

/** The row of a single selected file has its own buttons. */
export function QueueToolbar({ compact }: { compact: boolean }) {
  const list = useTranscriptions()
  const selected = useSelectedJobs()
  const isSeveral = selected.length > 1
  const toButton = (action: FileAction, jobs: readonly TranscriptionJob[], name = action.name) => ({
    name,
    icon: action.icon,
    disabled: !jobs.some(action.can),
    run: () => runFileAction(action, jobs),
  })
  const actions: readonly ToolbarAction[] = isSeveral
    ? fileActions.map((action) => toButton(action, selected))
    : [
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
      className="flex h-9 shrink-0 items-center gap-1 border-line border-b pr-4 pl-6"
    >
      <p role="status" className="mr-auto min-w-0 truncate text-faint text-sm tabular-nums">
        {isSeveral ? `${formatPlural(selected.length, 'file')} selected` : describeQueue(list)}
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
      {actions.map(({ name, icon: Icon, disabled, run }) =>
        compact || isSeveral ? (
          <IconButton key={name} size="small" label={name} icon={Icon} disabled={disabled} onClick={run} />
        ) : (
          <Button key={name} size="small" variant="quiet" disabled={disabled} onClick={run}>
            <Icon size={12} aria-hidden="true" />
            {name}
          </Button>
        ),
      )}
    </div>
  )
}
