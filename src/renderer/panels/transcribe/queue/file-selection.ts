// The selected files of the list, and moving them within the queue.
import { useMemo } from 'react'
import { toast } from 'sonner'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import type { ListKey } from '../../../components/list-keys'
import { createSelectionActions } from '../../../components/use-list-selection'
import { listTranscriptions, useTranscriptions } from '../state/transcriptions'
import { scrollToFile, setSelection, useTranscribeView } from '../transcribe-view'
import { isFailed } from './describe-job'

export const fileSelection = createSelectionActions({
  read: () => useTranscribeView.getState().selection,
  write: setSelection,
  readOrder,
  readIdAt: (index) => readOrder()[index],
  findIndex: (id) => readOrder().indexOf(id),
  scrollTo(index) {
    const id = readOrder()[index]
    if (id !== undefined) scrollToFile(id)
  },
  onError: (error) => toast.error(describeError(error)),
})

export function readOrder(): string[] {
  const { isFailedOnly } = useTranscribeView.getState()
  return listTranscriptions()
    .filter((job) => !isFailedOnly || isFailed(job))
    .map(({ id }) => id)
}

/** The selected files as they are now, in the order of the list. */
export function useSelectedJobs(): readonly TranscriptionJob[] {
  const ids = useTranscribeView(({ selection }) => selection.ids)
  const { open, ended } = useTranscriptions()
  return useMemo(
    () => (ids.size === 0 ? [] : [...open, ...ended].filter(({ id }) => ids.has(id))),
    [ids, open, ended],
  )
}

/** In the order of the list. */
export function findJobs(ids: ReadonlySet<string>): readonly TranscriptionJob[] {
  return listTranscriptions().filter(({ id }) => ids.has(id))
}

/** Running jobs are at the front already. */
export function canMove({ state }: TranscriptionJob): boolean {
  return state === 'queued' || state === 'paused'
}

/** Files that have not started, in the order of the queue. */
function listMovable(): string[] {
  const { open } = useTranscriptions.getState()
  return open.filter(canMove).map(({ id }) => id)
}

export function moveFiles(ids: ReadonlySet<string>, direction: MoveDirection) {
  const plan = planMove(listMovable(), ids, direction)
  const [first] = plan?.ids ?? []
  if (!plan || first === undefined) return
  const move = async () => {
    for (const id of plan.ids) await desktop.transcriptions.move({ id, before: plan.before })
  }
  toastOutcome(move())
  scrollToFile(first)
}

type MoveDirection = 'up' | 'down' | 'first' | 'last'

interface PlannedMove {
  /** The file in front of which they are moved; null is the end of the queue. */
  readonly before: string | null
  /** In the order of the queue. */
  readonly ids: readonly string[]
}

/** Null if they are there already. `movable`: files that have not started, in the order of the queue. */
export function planMove(
  movable: readonly string[],
  moved: ReadonlySet<string>,
  direction: MoveDirection,
): PlannedMove | null {
  const ids = movable.filter((id) => moved.has(id))
  const others = movable.filter((id) => !moved.has(id))
  const at = findIndex(movable, moved, direction)
  const planned = [...others.slice(0, at), ...ids, ...others.slice(at)]
  if (planned.every((id, index) => id === movable[index])) return null
  return { ids, before: others[at] ?? null }
}

/** Among the files that are not moved. */
function findIndex(movable: readonly string[], moved: ReadonlySet<string>, direction: MoveDirection): number {
  const countOthers = (end: number) => movable.slice(0, end).filter((id) => !moved.has(id)).length
  const others = countOthers(movable.length)
  const indexes = movable.flatMap((id, at) => (moved.has(id) ? [at] : []))
  switch (direction) {
    case 'first':
      return 0
    case 'last':
      return others
    case 'up':
      return Math.max(0, countOthers(indexes[0] ?? 0) - 1)
    case 'down':
      return Math.min(others, countOthers(indexes.at(-1) ?? 0) + 1)
  }
}

/** Alt with an arrow key; null for every other key. */
export function readMoveKey({ key, altKey, ctrlKey, metaKey, shiftKey }: ListKey): MoveDirection | null {
  if (!altKey || ctrlKey || metaKey || shiftKey) return null
  if (key === 'ArrowUp') return 'up'
  return key === 'ArrowDown' ? 'down' : null
}
