// What the user does in the list of files, and its effect on the selection and the open file.
import { useMemo } from 'react'
import { toast } from 'sonner'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { describeError } from '../../../api/describe-error'
import { toastOutcome } from '../../../api/toast-outcome'
import { dropRemoved } from '../../../components/list-selection'
import { createSelectionActions } from '../../../components/use-list-selection'
import {
  cancelTranscriptions,
  canMove,
  canRemove,
  canRetry,
  mayBeBilled,
  moveTranscriptions,
  removeTranscriptions,
  retryTranscriptions,
  useTranscriptions,
} from '../state/transcriptions'
import { confirmRetry, openFile, scrollToFile, setSelection, useTranscribeView } from '../transcribe-view'
import { type MoveDirection, type PlannedMove, planDrop, planMove } from './plan-move'

type Jobs = readonly TranscriptionJob[]

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

/** The selected files as they are now, in the order of the list. */
export function useSelectedJobs(): Jobs {
  const ids = useTranscribeView(({ selection }) => selection.ids)
  const { open, ended } = useTranscriptions((state) => state.list)
  return useMemo(
    () => (ids.size === 0 ? [] : [...open, ...ended].filter(({ id }) => ids.has(id))),
    [ids, open, ended],
  )
}

/** In the order of the list. */
export function findJobs(ids: ReadonlySet<string>): Jobs {
  return listJobs().filter(({ id }) => ids.has(id))
}

/** Asks for a confirmation first if a piece may have been billed. */
export function retryJobs(jobs: Jobs) {
  const retried = jobs.filter(canRetry)
  if (retried.some(mayBeBilled)) confirmRetry(retried.map(({ id }) => id))
  else toastOutcome(retryTranscriptions(retried))
}

export function retryPossiblyBilled() {
  const { possiblyBilled } = useTranscribeView.getState()
  confirmRetry([])
  toastOutcome(retryTranscriptions(findJobs(new Set(possiblyBilled))))
}

/** Removes ended files from the list; the others are cancelled, and stay to be retried. */
export function removeJobs(jobs: Jobs) {
  const running = jobs.filter((job) => !canRemove(job))
  if (running.length > 0) toastOutcome(cancelTranscriptions(running))
  const ended = jobs.filter(canRemove)
  if (ended.length > 0) toastOutcome(removeFromList(ended))
}

async function removeFromList(jobs: Jobs): Promise<void> {
  const removed = new Set(jobs.map(({ id }) => id))
  const order = readOrder()
  await removeTranscriptions(jobs)
  const { selection, openId, possiblyBilled } = useTranscribeView.getState()
  setSelection(dropRemoved(selection, removed, order))
  confirmRetry(possiblyBilled.filter((id) => !removed.has(id)))
  if (openId !== null && removed.has(openId)) openFile(null)
}

export function moveJobs(jobs: Jobs, direction: MoveDirection) {
  move(planMove(listMovable(), new Set(jobs.map(({ id }) => id)), direction))
}

/** `before` null is the end of the queue. */
export function dropJobs(ids: ReadonlySet<string>, before: string | null) {
  move(planDrop(listMovable(), ids, before))
}

/** Files that have not started, in the order of the queue. */
export function listMovable(): string[] {
  const { open } = useTranscriptions.getState().list
  return open.filter(canMove).map(({ id }) => id)
}

function move(plan: PlannedMove | null) {
  if (!plan) return
  toastOutcome(moveTranscriptions(findJobs(new Set(plan.ids)), plan.before))
  const [first] = plan.ids
  if (first !== undefined) scrollToFile(first)
}

function readOrder(): string[] {
  return listJobs().map(({ id }) => id)
}

/** As the rows are. */
function listJobs(): TranscriptionJob[] {
  const { open, ended } = useTranscriptions.getState().list
  return [...open, ...ended]
}
