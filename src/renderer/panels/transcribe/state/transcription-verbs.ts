// What the user does with transcriptions: pause, go on, cancel, retry, move, take out of the list.
import { toast } from 'sonner'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { desktop } from '../../../api/desktop'
import { tellOutcome } from '../../../api/tell-outcome'
import { listAllEnded } from './transcriptions'

type Jobs = readonly TranscriptionJob[]

/** Between a first call and its end: the rest of it can be held back. */
export function canPause({ state, pausing }: TranscriptionJob): boolean {
  return !pausing && (state === 'queued' || state === 'preparing' || state === 'sending')
}

export function canResume({ state, pausing }: TranscriptionJob): boolean {
  return state === 'paused' || pausing
}

export function canCancel({ endedAt }: TranscriptionJob): boolean {
  return endedAt === null
}

export function canRetry({ state }: TranscriptionJob): boolean {
  return state === 'failed' || state === 'interrupted' || state === 'cancelled'
}

/** What is under way is at the front already. */
export function canMove({ state }: TranscriptionJob): boolean {
  return state === 'queued' || state === 'paused'
}

export function canRemove({ endedAt }: TranscriptionJob): boolean {
  return endedAt !== null
}

/** A call for a piece of it was cut off: nobody knows whether it was charged. */
export function mayBeBilled({ state, pieces }: TranscriptionJob): boolean {
  return state === 'interrupted' || pieces.some((piece) => piece.state === 'interrupted')
}

export const pauseTranscriptions = (jobs: Jobs) => act(desktop.transcriptions.pause, jobs.filter(canPause))
export const resumeTranscriptions = (jobs: Jobs) => act(desktop.transcriptions.resume, jobs.filter(canResume))
export const cancelTranscriptions = (jobs: Jobs) => act(desktop.transcriptions.cancel, jobs.filter(canCancel))
/** The user has been warned where a piece may have been billed. */
export const retryTranscriptions = (jobs: Jobs) => act(desktop.transcriptions.retry, jobs.filter(canRetry))

/** In their order, before another one; null is the end of the queue. */
export async function moveTranscriptions(jobs: Jobs, before: string | null): Promise<void> {
  for (const { id } of jobs) await desktop.transcriptions.move({ id, before })
}

/** Out of the list, with a way back. */
export async function removeTranscriptions(jobs: Jobs): Promise<void> {
  const removed = jobs.filter(canRemove)
  const [first] = removed
  if (!first) return
  const ids = removed.map(({ id }) => id)
  await inParts(desktop.transcriptions.clear, ids)
  const what = removed.length === 1 ? first.source.name : `${removed.length} files`
  const transcripts = removed.some(({ state }) => state === 'succeeded')
  toast(`${what} left the list.${transcripts ? ' What was transcribed stays in the Library.' : ''}`, {
    action: { label: 'Undo', onClick: () => tellOutcome(inParts(desktop.transcriptions.restore, ids)) },
  })
}

/** Those with nothing left to do; what failed stays in sight. */
export async function clearFinishedTranscriptions(): Promise<void> {
  const ended = await listAllEnded()
  await removeTranscriptions(ended.filter(({ state }) => state === 'succeeded' || state === 'cancelled'))
}

type Call = (input: { ids: string[] }) => Promise<unknown>

async function act(call: Call, jobs: Jobs): Promise<void> {
  await inParts(
    call,
    jobs.map(({ id }) => id),
  )
}

/** As many as one call takes. */
async function inParts(call: Call, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += 10_000) await call({ ids: ids.slice(at, at + 10_000) })
}
