// What the user does in the list of files, with what follows of it for what is chosen and open.
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { tellOutcome } from '../../../api/tell-outcome'
import {
  cancelTranscriptions,
  canMove,
  canRemove,
  canRetry,
  mayBeBilled,
  moveTranscriptions,
  removeTranscriptions,
  retryTranscriptions,
} from '../state/transcription-verbs'
import { useTranscriptions } from '../state/transcriptions'
import { askBeforeRetry, bringIntoSight, choose, openFile, useTranscribeView } from '../transcribe-view'
import { leaveGone, noneChosen } from './chosen'
import { planDrop, planMove, type Way } from './plan-move'

type Jobs = readonly TranscriptionJob[]

/** Every id, as the rows stand. */
export function readOrder(): string[] {
  const { open, ended } = useTranscriptions.getState().list
  return [...open, ...ended].map(({ id }) => id)
}

/** In the order of the list. */
export function findJobs(ids: ReadonlySet<string>): TranscriptionJob[] {
  const { open, ended } = useTranscriptions.getState().list
  return [...open, ...ended].filter(({ id }) => ids.has(id))
}

/** At once, or after a word where a piece may have been billed. */
export function retryJobs(jobs: Jobs) {
  const retried = jobs.filter(canRetry)
  if (retried.some(mayBeBilled)) askBeforeRetry(retried.map(({ id }) => id))
  else tellOutcome(retryTranscriptions(retried))
}

export function retryDoubtful() {
  const { doubtful } = useTranscribeView.getState()
  askBeforeRetry([])
  tellOutcome(retryTranscriptions(findJobs(new Set(doubtful))))
}

/** Out of the list what has ended; what has not is cancelled, and stays to be retried. */
export function removeJobs(jobs: Jobs) {
  const running = jobs.filter((job) => !canRemove(job))
  if (running.length > 0) tellOutcome(cancelTranscriptions(running))
  const removed = new Set(jobs.filter(canRemove).map(({ id }) => id))
  if (removed.size > 0) tellOutcome(leaveList(jobs.filter(({ id }) => removed.has(id))))
}

async function leaveList(jobs: Jobs): Promise<void> {
  const gone = new Set(jobs.map(({ id }) => id))
  const order = readOrder()
  await removeTranscriptions(jobs)
  const { chosen, openId, doubtful } = useTranscribeView.getState()
  choose(leaveGone(chosen, gone, order))
  askBeforeRetry(doubtful.filter((id) => !gone.has(id)))
  if (openId !== null && gone.has(openId)) openFile(null)
}

export function moveJobs(jobs: Jobs, way: Way) {
  const plan = planMove(readMovable(), new Set(jobs.map(({ id }) => id)), way)
  if (plan) follow(plan)
}

/** `before` null is the end of the queue. */
export function dropJobs(ids: ReadonlySet<string>, before: string | null) {
  const plan = planDrop(readMovable(), ids, before)
  if (plan) follow(plan)
}

export function chooseNothing() {
  const { cursor } = useTranscribeView.getState().chosen
  choose({ ...noneChosen, cursor, anchor: cursor })
}

function readMovable(): string[] {
  const { open } = useTranscriptions.getState().list
  return open.filter(canMove).map(({ id }) => id)
}

function follow({ ids, before }: { ids: readonly string[]; before: string | null }) {
  tellOutcome(moveTranscriptions(findJobs(new Set(ids)), before))
  const [first] = ids
  if (first !== undefined) bringIntoSight(first)
}
