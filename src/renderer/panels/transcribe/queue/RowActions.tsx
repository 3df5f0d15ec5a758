// What is done most with a file, as buttons at the end of its row; everything else behind the dots.
import { CircleStop, Ellipsis, Pause, Play, RotateCcw, Trash2 } from 'lucide-react'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { tellOutcome } from '../../../api/tell-outcome'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import {
  canCancel,
  cancelTranscriptions,
  canPause,
  canRemove,
  canResume,
  canRetry,
  pauseTranscriptions,
  resumeTranscriptions,
} from '../state/transcription-verbs'
import { listActions } from './list-actions'
import { removeJobs, retryJobs } from './queue-verbs'

interface RowActionsProps {
  readonly job: TranscriptionJob
  /** Tab leads to them only in the row where the keys are. */
  readonly tabbable: boolean
}

export function RowActions({ job, tabbable }: RowActionsProps) {
  const { name } = job.source
  const tabIndex = tabbable ? 0 : -1
  const actions = [
    {
      word: 'Pause',
      icon: Pause,
      can: canPause(job),
      act: () => tellOutcome(pauseTranscriptions([job])),
    },
    {
      word: 'Resume',
      icon: Play,
      can: canResume(job),
      act: () => tellOutcome(resumeTranscriptions([job])),
    },
    { word: 'Retry', icon: RotateCcw, can: canRetry(job), act: () => retryJobs([job]) },
    {
      word: 'Cancel',
      icon: CircleStop,
      can: canCancel(job),
      act: () => tellOutcome(cancelTranscriptions([job])),
    },
    { word: 'Remove', icon: Trash2, can: canRemove(job), act: () => removeJobs([job]) },
  ]
  return (
    <span className="flex shrink-0 items-center opacity-60 group-focus-within/row:opacity-100 group-hover/row:opacity-100">
      {actions
        .filter(({ can }) => can)
        .map(({ word, icon, act }) => (
          <IconButton
            key={word}
            size="small"
            label={`${word} ${name}`}
            icon={icon}
            tabIndex={tabIndex}
            onClick={act}
          />
        ))}
      <Menu
        label={`Actions for ${name}`}
        trigger={
          <IconButton size="small" label={`Actions for ${name}`} icon={Ellipsis} tabIndex={tabIndex} />
        }
        items={listActions([job])}
      />
    </span>
  )
}
