// Actions for files of the list: in the toolbar, in a row, in the menus and by keys.
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
  RefreshCw,
  RotateCcw,
  SquareArrowOutUpRight,
  Trash2,
} from 'lucide-react'
import { toast } from 'sonner'
import type { TranscriptionJob, TranscriptionSettings } from '#shared/schemas/transcription-job'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { formatPlural } from '../../../components/format'
import { dropRemoved } from '../../../components/list-selection'
import type { MenuItem } from '../../../components/Menu'
import { keysOf } from '../../../state/keymap'
import { readSettings } from '../../../state/transcription-form'
import { toastUndo } from '../../../state/undo'
import { addToQueue } from '../state/audio-import'
import { listTranscriptions, transcriptions, useTranscriptions } from '../state/transcriptions'
import {
  confirmRetry,
  openFile,
  scrollToFile,
  setSelection,
  showFailedOnly,
  useTranscribeView,
} from '../transcribe-view'
import { isFailed } from './describe-job'
import { canMove, findJobs, moveFiles, readOrder } from './file-selection'

type Jobs = readonly TranscriptionJob[]

export interface FileAction {
  readonly name: string
  /** In front of the name of a file, if it differs. */
  readonly verb?: string
  readonly icon: LucideIcon
  readonly can: (job: TranscriptionJob) => boolean
  /** For files that it can be applied to. */
  readonly run: (jobs: Jobs) => Promise<unknown>
}

/** Leaves out the files that it cannot be applied to. */
export function runFileAction({ can, run }: FileAction, jobs: Jobs) {
  const applicable = jobs.filter(can)
  if (applicable.length > 0) toastOutcome(run(applicable))
}

export const pause: FileAction = {
  name: 'Pause',
  icon: Pause,
  /** From queued to sending, while there may be unsent pieces. */
  can: ({ state, pausing }) => !pausing && ['queued', 'preparing', 'sending'].includes(state),
  run: (jobs) => inParts(desktop.transcriptions.pause, jobs),
}
export const resume: FileAction = {
  name: 'Resume',
  icon: Play,
  can: ({ state, pausing }) => state === 'paused' || pausing,
  run: (jobs) => inParts(desktop.transcriptions.resume, jobs),
}
const retry: FileAction = {
  name: 'Retry',
  icon: RotateCcw,
  can: ({ state }) => ['failed', 'interrupted', 'cancelled'].includes(state),
  run: async (jobs) =>
    jobs.some(mayBeBilled)
      ? confirmRetry(jobs.map(({ id }) => id))
      : inParts(desktop.transcriptions.retry, jobs),
}
const cancel: FileAction = {
  name: 'Cancel',
  icon: CircleStop,
  can: ({ endedAt }) => endedAt === null,
  run: (jobs) => inParts(desktop.transcriptions.cancel, jobs),
}
const remove: FileAction = {
  name: 'Remove from list',
  verb: 'Remove',
  icon: Trash2,
  can: ({ endedAt }) => endedAt !== null,
  run: removeFromList,
}

/** A new job with the settings for new files; the transcript of the old one stays. */
export const transcribeAgain: FileAction = {
  name: 'Transcribe again',
  icon: RefreshCw,
  can: ({ endedAt }) => endedAt !== null,
  run: async (jobs) => {
    const settings = await readSettings()
    const ids = await Promise.all(jobs.map((job) => toRepeatId(job, settings)))
    const sources = jobs.flatMap(({ source: { media, mimeType, name } }, at) => {
      const id = ids[at]
      return id === undefined ? [] : [{ id, media, mimeType, name }]
    })
    if (sources.length === 0)
      return jobs.length === 1
        ? `${jobs[0]?.source.name} is already in the queue with these settings`
        : 'These files are already in the queue with these settings'
    const added = await addToQueue(sources, settings)
    const [first] = added
    if (first === undefined) return undefined
    scrollToFile(first)
    const what = added.length === 1 ? sources[0]?.name : formatPlural(added.length, 'file')
    return `${what} added to the queue with the current settings`
  },
}

/** The last repetition of a job with the same settings, by both. */
const repeatIds = new Map<string, string>()

/**
 * The id for repeating a job; undefined while its last repetition with these settings is unfinished, because each is
 * billed. While that is being added, it is the same id, which is not added twice.
 */
async function toRepeatId(
  repeated: TranscriptionJob,
  settings: TranscriptionSettings,
): Promise<string | undefined> {
  const key = JSON.stringify([repeated.id, settings])
  const last = repeatIds.get(key)
  const job = last === undefined ? null : await desktop.transcriptions.job({ id: last })
  // Another call has chosen one meanwhile.
  if (repeatIds.get(key) !== last) return toRepeatId(repeated, settings)
  if (job && job.endedAt === null) return undefined
  const next = last === undefined || job ? crypto.randomUUID() : last
  repeatIds.set(key, next)
  return next
}

/** In the order of the buttons. */
export const fileActions: readonly FileAction[] = [pause, resume, retry, cancel, remove]

/** In the order in which the files were added, also those that have not been listed yet. */
export async function retryFailed(): Promise<void> {
  await transcriptions.load()
  showFailedOnly(false)
  runFileAction(retry, listTranscriptions().filter(isFailed).reverse())
}

/** A request for a piece was interrupted: it may have been billed. */
function mayBeBilled({ state, pieces }: TranscriptionJob): boolean {
  return state === 'interrupted' || pieces.some((piece) => piece.state === 'interrupted')
}

/** After the user has confirmed. */
export function retryPossiblyBilled() {
  const { possiblyBilled } = useTranscribeView.getState()
  confirmRetry([])
  const jobs = findJobs(new Set(possiblyBilled)).filter(retry.can)
  toastOutcome(inParts(desktop.transcriptions.retry, jobs))
}

/**
 * Removes ended files from the list, and cancels those that wait. A single key does this, so both can be undone: files
 * that are being sent stay, because their requests may be billed again.
 */
export function removeOrCancel(jobs: Jobs) {
  const isSent = ({ state, pausing, endedAt }: TranscriptionJob) =>
    endedAt === null && (pausing || !['queued', 'preparing', 'paused'].includes(state))
  const sent = jobs.filter(isSent)
  if (sent.length > 0) toast(`${nameFiles(sent)} in progress. Choose Cancel to stop.`)
  const others = jobs.filter((job) => !isSent(job))
  runFileAction({ ...cancel, run: cancelWithUndo }, others)
  runFileAction(remove, others)
}

function nameFiles(jobs: Jobs): string {
  return (jobs.length === 1 && jobs[0]?.source.name) || formatPlural(jobs.length, 'file')
}

/** The chunks that were transcribed before stay. */
async function cancelWithUndo(jobs: Jobs): Promise<void> {
  await inParts(desktop.transcriptions.cancel, jobs)
  toastUndo(`${nameFiles(jobs)} canceled`, () => inParts(desktop.transcriptions.retry, jobs))
}

/** Nothing remains to be done; a failed file can be retried. */
export function isFinished({ state }: TranscriptionJob): boolean {
  return state === 'succeeded' || state === 'cancelled'
}

export async function clearFinished(): Promise<void> {
  await transcriptions.load()
  const finished = useTranscriptions.getState().ended.filter(isFinished)
  if (finished.length > 0) await clearWithUndo(finished)
}

async function removeFromList(jobs: Jobs): Promise<void> {
  const removed = new Set(jobs.map(({ id }) => id))
  const order = readOrder()
  await clearWithUndo(jobs)
  const { selection, openId, possiblyBilled } = useTranscribeView.getState()
  setSelection(dropRemoved(selection, removed, order))
  confirmRetry(possiblyBilled.filter((id) => !removed.has(id)))
  if (openId !== null && removed.has(openId)) openFile(null)
}

async function clearWithUndo(jobs: Jobs): Promise<void> {
  await inParts(desktop.transcriptions.clear, jobs)
  const hasTranscripts = jobs.some(({ state }) => state === 'succeeded')
  toastUndo(
    `${nameFiles(jobs)} removed from the list`,
    () => inParts(desktop.transcriptions.restore, jobs),
    hasTranscripts ? { description: 'Transcripts stay in the Library.' } : {},
  )
}

/** At most as many as one request accepts. */
async function inParts(call: (input: { ids: string[] }) => Promise<unknown>, jobs: Jobs): Promise<void> {
  const ids = jobs.map(({ id }) => id)
  for (let at = 0; at < ids.length; at += 10_000) await call({ ids: ids.slice(at, at + 10_000) })
}

/** The menu offers only what applies to at least one of the files. */
export function listMenuItems(jobs: Jobs): MenuItem[] {
  const [only] = jobs.length === 1 ? jobs : []
  const toItem = (action: FileAction, isSeparated: boolean): MenuItem => ({
    name: action.name,
    icon: action.icon,
    hasSeparator: isSeparated,
    onSelect: () => runFileAction(action, jobs),
  })
  return [
    ...(only ? listForOne(only) : []),
    ...[pause, resume, cancel, retry, transcribeAgain]
      .filter(({ can }) => jobs.some(can))
      .map((action, at) => toItem(action, at === 0 && only !== undefined)),
    ...listMoves(jobs),
    ...(jobs.some(remove.can) ? [{ ...toItem(remove, true), ...keysOf('list.delete') }] : []),
  ]
}

function listForOne({ id, source }: TranscriptionJob): MenuItem[] {
  return [
    { name: 'Open', icon: SquareArrowOutUpRight, keys: 'enter', onSelect: () => openFile(id) },
    {
      name: 'Show in folder',
      icon: FolderOpen,
      onSelect: () => toastOutcome(desktop.images.reveal({ media: source.media })),
    },
  ]
}

const moves = [
  { name: 'Move up', icon: ArrowUp, keys: 'alt+↑', direction: 'up' },
  { name: 'Move down', icon: ArrowDown, keys: 'alt+↓', direction: 'down' },
  { name: 'Move to top', icon: ArrowUpToLine, direction: 'first' },
  { name: 'Move to bottom', icon: ArrowDownToLine, direction: 'last' },
] as const

function listMoves(jobs: Jobs): MenuItem[] {
  if (!jobs.some(canMove)) return []
  const ids = new Set(jobs.map(({ id }) => id))
  return moves.map(({ direction, ...item }, at) => ({
    ...item,
    hasSeparator: at === 0,
    onSelect: () => moveFiles(ids, direction),
  }))
}
