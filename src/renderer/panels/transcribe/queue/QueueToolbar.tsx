// The line above the list: what is under way, and what can be done with all files, or with those that are chosen.
import { CircleStop, Eraser, type LucideIcon, Pause, Play, RotateCcw, Trash2, X } from 'lucide-react'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { tellOutcome } from '../../../api/tell-outcome'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import {
  canCancel,
  cancelTranscriptions,
  canPause,
  canRemove,
  canResume,
  canRetry,
  clearFinishedTranscriptions,
  pauseTranscriptions,
  resumeTranscriptions,
} from '../state/transcription-verbs'
import { useTranscriptions } from '../state/transcriptions'
import { countFiles } from './describe-job'
import { describeQueue } from './describe-queue'
import { chooseNothing, removeJobs, retryJobs } from './queue-verbs'
import { useChosenJobs } from './use-chosen-jobs'

interface Act {
  readonly name: string
  readonly icon: LucideIcon
  readonly disabled: boolean
  readonly act: () => void
}

/** One chosen file has its own buttons in its row. */
export function QueueToolbar({ compact }: { compact: boolean }) {
  const list = useTranscriptions((state) => state.list)
  const chosen = useChosenJobs()
  const isSeveral = chosen.length > 1
  const acts = isSeveral ? listActsOfChosen(chosen) : listActsOfAll(list.open, list.ended)
  return (
    <div
      role="toolbar"
      aria-label={isSeveral ? 'Chosen files' : 'All files'}
      className="flex h-9 shrink-0 items-center gap-1 border-line border-b pr-4 pl-6"
    >
      <p role="status" className="mr-auto min-w-0 truncate text-faint text-sm tabular-nums">
        {isSeveral ? `${countFiles(chosen.length)} chosen` : describeQueue(list)}
      </p>
      {isSeveral && (
        <IconButton size="small" label="Choose nothing" icon={X} keys="escape" onClick={chooseNothing} />
      )}
      {acts.map(({ name, icon: Icon, disabled, act }) =>
        compact || isSeveral ? (
          <IconButton key={name} size="small" label={name} icon={Icon} disabled={disabled} onClick={act} />
        ) : (
          <Button key={name} size="small" look="quiet" disabled={disabled} onClick={act}>
            <Icon size={12} aria-hidden="true" />
            {name}
          </Button>
        ),
      )}
    </div>
  )
}

function listActsOfAll(open: readonly TranscriptionJob[], ended: readonly TranscriptionJob[]): Act[] {
  const isFinished = ({ state }: TranscriptionJob) => state === 'succeeded' || state === 'cancelled'
  return [
    {
      name: 'Pause all',
      icon: Pause,
      disabled: !open.some(canPause),
      act: () => tellOutcome(pauseTranscriptions(open)),
    },
    {
      name: 'Resume all',
      icon: Play,
      disabled: !open.some(canResume),
      act: () => tellOutcome(resumeTranscriptions(open)),
    },
    {
      name: 'Clear finished',
      icon: Eraser,
      disabled: !ended.some(isFinished),
      act: () => tellOutcome(clearFinishedTranscriptions()),
    },
  ]
}

function listActsOfChosen(jobs: readonly TranscriptionJob[]): Act[] {
  return [
    {
      name: 'Pause',
      icon: Pause,
      disabled: !jobs.some(canPause),
      act: () => tellOutcome(pauseTranscriptions(jobs)),
    },
    {
      name: 'Resume',
      icon: Play,
      disabled: !jobs.some(canResume),
      act: () => tellOutcome(resumeTranscriptions(jobs)),
    },
    { name: 'Retry', icon: RotateCcw, disabled: !jobs.some(canRetry), act: () => retryJobs(jobs) },
    {
      name: 'Cancel',
      icon: CircleStop,
      disabled: !jobs.some(canCancel),
      act: () => tellOutcome(cancelTranscriptions(jobs)),
    },
    {
      name: 'Remove from list',
      icon: Trash2,
      disabled: !jobs.some(canRemove),
      act: () => removeJobs(jobs.filter(canRemove)),
    },
  ]
}
