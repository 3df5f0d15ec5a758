// The selected files of the list, and moving them within the queue.
import { useMemo } from 'react'
import { toast } from 'sonner'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { createSelectionActions } from '../../../components/use-list-selection'
import { listTranscriptions, useTranscriptions } from '../state/transcriptions'
import { scrollToFile, setSelection, useTranscribeView } from '../transcribe-view'
import { isFailed } from './describe-job'
import { type MoveTarget, planMove } from './plan-move'

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
export function listMovable(): string[] {
  const { open } = useTranscriptions.getState()
  return open.filter(canMove).map(({ id }) => id)
}

export function moveFiles(ids: ReadonlySet<string>, target: MoveTarget) {
  const plan = planMove(listMovable(), ids, target)
  const [first] = plan?.ids ?? []
  if (!plan || first === undefined) return
  const move = async () => {
    for (const id of plan.ids) await desktop.transcriptions.move({ id, before: plan.before })
  }
  toastOutcome(move())
  scrollToFile(first)
}
