// The actions for files of the list: in the toolbar, in a row, and in the menus.
import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpToLine,
  CircleStop,
  FolderOpen,
  type LucideIcon,
  Pause,
  Play,
  RotateCcw,
  SquareArrowOutUpRight,
  Trash2,
} from 'lucide-react'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
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
} from '../state/transcriptions'
import { openFile } from '../transcribe-view'
import { moveJobs, removeJobs, retryJobs } from './queue-actions'

type Jobs = readonly TranscriptionJob[]

interface FileAction {
  readonly name: string
  /** In front of the name of a file, if it differs. */
  readonly verb?: string
  readonly icon: LucideIcon
  readonly can: (job: TranscriptionJob) => boolean
  /** Leaves out the files that it cannot be applied to. */
  readonly run: (jobs: Jobs) => void
}

const pause: FileAction = {
  name: 'Pause',
  icon: Pause,
  can: canPause,
  run: (jobs) => toastOutcome(pauseTranscriptions(jobs)),
}
const resume: FileAction = {
  name: 'Resume',
  icon: Play,
  can: canResume,
  run: (jobs) => toastOutcome(resumeTranscriptions(jobs)),
}
const retry: FileAction = { name: 'Retry', icon: RotateCcw, can: canRetry, run: retryJobs }
const cancel: FileAction = {
  name: 'Cancel',
  icon: CircleStop,
  can: canCancel,
  run: (jobs) => toastOutcome(cancelTranscriptions(jobs)),
}
const remove: FileAction = {
  name: 'Remove from list',
  verb: 'Remove',
  icon: Trash2,
  can: canRemove,
  run: (jobs) => removeJobs(jobs.filter(canRemove)),
}

/** In the order of the buttons. */
export const fileActions: readonly FileAction[] = [pause, resume, retry, cancel, remove]

/** The menu offers only what applies to at least one of the files. */
export function listMenuItems(jobs: Jobs): MenuItem[] {
  const [only] = jobs.length === 1 ? jobs : []
  const toItem = ({ name, icon, run }: FileAction, apart: boolean): MenuItem => ({
    name,
    icon,
    apart,
    onSelect: () => run(jobs),
  })
  return [
    ...(only ? listForOne(only) : []),
    ...[pause, resume, cancel, retry]
      .filter(({ can }) => jobs.some(can))
      .map((action, at) => toItem(action, at === 0 && only !== undefined)),
    ...listMoves(jobs),
    ...(jobs.some(canRemove) ? [{ ...toItem(remove, true), keys: 'delete' }] : []),
  ]
}

function listForOne({ id, source }: TranscriptionJob): MenuItem[] {
  return [
    { name: 'Open', icon: SquareArrowOutUpRight, keys: 'enter', onSelect: () => openFile(id) },
    {
      name: 'Show the sound in its folder',
      icon: FolderOpen,
      onSelect: () => toastOutcome(desktop.images.reveal({ media: source.media })),
    },
  ]
}

const moves = [
  { name: 'Move up', icon: ArrowUp, keys: 'alt+↑', direction: 'up' },
  { name: 'Move down', icon: ArrowDown, keys: 'alt+↓', direction: 'down' },
  { name: 'Move to the top', icon: ArrowUpToLine, direction: 'first' },
  { name: 'Move to the end', icon: ArrowDownToLine, direction: 'last' },
] as const

function listMoves(jobs: Jobs): MenuItem[] {
  if (!jobs.some(canMove)) return []
  return moves.map(({ direction, ...item }, at) => ({
    ...item,
    apart: at === 0,
    onSelect: () => moveJobs(jobs, direction),
  }))
}
