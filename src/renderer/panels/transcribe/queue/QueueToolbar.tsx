// Above the list: a summary, and actions for all files or for the selected ones.
import { Eraser, type LucideIcon, Pause, Play, X } from 'lucide-react'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import {
  canPause,
  canResume,
  clearFinishedTranscriptions,
  pauseTranscriptions,
  resumeTranscriptions,
  useTranscriptions,
} from '../state/transcriptions'
import { countFiles, describeQueue } from './describe-job'
import { fileActions } from './file-actions'
import { fileSelection, useSelectedJobs } from './queue-actions'

interface ToolbarAction {
  readonly name: string
  readonly icon: LucideIcon
  readonly disabled: boolean
  readonly run: () => void
}

/** A single selected file has its own buttons in its row. */
export function QueueToolbar({ compact }: { compact: boolean }) {
  const list = useTranscriptions((state) => state.list)
  const selected = useSelectedJobs()
  const isSeveral = selected.length > 1
  const actions = isSeveral ? listForSelected(selected) : listForAll(list.open, list.ended)
  return (
    <div
      role="toolbar"
      aria-label={isSeveral ? 'Chosen files' : 'All files'}
      className="flex h-9 shrink-0 items-center gap-1 border-line border-b pr-4 pl-6"
    >
      <p role="status" className="mr-auto min-w-0 truncate text-faint text-sm tabular-nums">
        {isSeveral ? `${countFiles(selected.length)} chosen` : describeQueue(list)}
      </p>
      {isSeveral && (
        <IconButton size="small" label="Choose nothing" icon={X} keys="escape" onClick={fileSelection.none} />
      )}
      {actions.map(({ name, icon: Icon, disabled, run }) =>
        compact || isSeveral ? (
          <IconButton key={name} size="small" label={name} icon={Icon} disabled={disabled} onClick={run} />
        ) : (
          <Button key={name} size="small" look="quiet" disabled={disabled} onClick={run}>
            <Icon size={12} aria-hidden="true" />
            {name}
          </Button>
        ),
      )}
    </div>
  )
}

function listForAll(open: readonly TranscriptionJob[], ended: readonly TranscriptionJob[]): ToolbarAction[] {
  const isFinished = ({ state }: TranscriptionJob) => state === 'succeeded' || state === 'cancelled'
  return [
    {
      name: 'Pause all',
      icon: Pause,
      disabled: !open.some(canPause),
      run: () => toastOutcome(pauseTranscriptions(open)),
    },
    {
      name: 'Resume all',
      icon: Play,
      disabled: !open.some(canResume),
      run: () => toastOutcome(resumeTranscriptions(open)),
    },
    {
      name: 'Clear finished',
      icon: Eraser,
      disabled: !ended.some(isFinished),
      run: () => toastOutcome(clearFinishedTranscriptions()),
    },
  ]
}

function listForSelected(jobs: readonly TranscriptionJob[]): ToolbarAction[] {
  return fileActions.map(({ name, icon, can, run }) => ({
    name,
    icon,
    disabled: !jobs.some(can),
    run: () => run(jobs),
  }))
}
