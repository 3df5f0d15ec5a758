// What the menus offer for the chosen files.
import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpToLine,
  CircleStop,
  FolderOpen,
  Pause,
  Play,
  RotateCcw,
  SquareArrowOutUpRight,
  Trash2,
} from 'lucide-react'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { desktop } from '../../../api/desktop'
import { tellOutcome } from '../../../api/tell-outcome'
import type { MenuItem } from '../../../components/Menu'
import {
  canCancel,
  cancelTranscriptions,
  canMove,
  canPause,
  canRemove,
  canResume,
  canRetry,
  pauseTranscriptions,
  resumeTranscriptions,
} from '../state/transcription-verbs'
import { openFile } from '../transcribe-view'
import { moveJobs, removeJobs, retryJobs } from './queue-verbs'

/** Only what does something to at least one of them. */
export function listActions(jobs: readonly TranscriptionJob[]): MenuItem[] {
  const [only] = jobs.length === 1 ? jobs : []
  return [
    ...(only ? listForOne(only) : []),
    ...listForQueue(jobs),
    ...listMoves(jobs),
    ...(jobs.some(canRemove)
      ? [
          {
            name: 'Remove from list',
            icon: Trash2,
            keys: 'delete',
            apart: true,
            onSelect: () => removeJobs(jobs.filter(canRemove)),
          },
        ]
      : []),
  ]
}

function listForOne({ id, source }: TranscriptionJob): MenuItem[] {
  return [
    { name: 'Open', icon: SquareArrowOutUpRight, keys: 'enter', onSelect: () => openFile(id) },
    {
      name: 'Show the sound in its folder',
      icon: FolderOpen,
      onSelect: () => tellOutcome(desktop.images.reveal({ media: source.media })),
    },
  ]
}

function listForQueue(jobs: readonly TranscriptionJob[]): MenuItem[] {
  const items = [
    { name: 'Pause', icon: Pause, can: canPause, act: pauseTranscriptions },
    { name: 'Resume', icon: Play, can: canResume, act: resumeTranscriptions },
    { name: 'Cancel', icon: CircleStop, can: canCancel, act: cancelTranscriptions },
  ]
  const offered: MenuItem[] = items
    .filter(({ can }) => jobs.some(can))
    .map(({ name, icon, act }) => ({ name, icon, onSelect: () => tellOutcome(act(jobs)) }))
  if (jobs.some(canRetry)) offered.push({ name: 'Retry', icon: RotateCcw, onSelect: () => retryJobs(jobs) })
  return offered.map((item, at) => (at === 0 && jobs.length === 1 ? { ...item, apart: true } : item))
}

function listMoves(jobs: readonly TranscriptionJob[]): MenuItem[] {
  if (!jobs.some(canMove)) return []
  const moves = [
    { name: 'Move up', icon: ArrowUp, keys: 'alt+↑', way: 'up' },
    { name: 'Move down', icon: ArrowDown, keys: 'alt+↓', way: 'down' },
    { name: 'Move to the top', icon: ArrowUpToLine, way: 'first' },
    { name: 'Move to the end', icon: ArrowDownToLine, way: 'last' },
  ] as const
  return moves.map(({ name, icon, way, ...rest }, at) => ({
    name,
    icon,
    ...('keys' in rest ? { keys: rest.keys } : {}),
    apart: at === 0,
    onSelect: () => moveJobs(jobs, way),
  }))
}
