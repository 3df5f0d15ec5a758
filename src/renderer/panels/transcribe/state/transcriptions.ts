// The live list of transcriptions, and what can be done with them.
import { toast } from 'sonner'
import { create } from 'zustand'
import type { TranscriptionEvent, TranscriptionJob } from '#shared/schemas/transcription-job'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { subscribeWithRetry } from '../../../api/subscribe'
import { toastOutcome } from '../../../api/toast-outcome'
import { announce } from '../../../state/announcement'
import {
  addEarlier,
  emptyList,
  foldTranscriptions,
  listNewlyEnded,
  type TranscriptionList,
} from './transcription-list'

interface Transcriptions {
  readonly list: TranscriptionList
  /** The subscription was lost, and is being opened again. */
  readonly isLost: boolean
  /** Why earlier ones could not be read; a message. */
  readonly earlierProblem: string | null
}

export const useTranscriptions = create<Transcriptions>()(() => ({
  list: emptyList,
  isLost: false,
  earlierProblem: null,
}))

const pageLength = 200

/** Returns an unsubscribe function; what is known stays. */
export function watchTranscriptions(): () => void {
  return subscribeWithRetry<TranscriptionEvent>({
    open: (signal) => desktop.transcriptions.watch(undefined, { signal }),
    onEvent: handleEvent,
    onLost: () => {
      useTranscriptions.setState({ isLost: true })
      return true
    },
  })
}

function handleEvent(event: TranscriptionEvent) {
  const { list: before } = useTranscriptions.getState()
  const list = foldTranscriptions(before, event)
  useTranscriptions.setState({ list, isLost: false })
  const ended = event.type === 'jobs' ? listNewlyEnded(before, list) : []
  if (ended.length > 0) announce(ended.map(describeEnd).join(' '))
}

let fetching = false

/** Reads the page before the earliest known job; on failure, sets the reason in the store. */
export async function fetchEarlier(): Promise<void> {
  const { earliest, hasEarlier } = useTranscriptions.getState().list
  if (fetching || !hasEarlier || earliest === null) return
  fetching = true
  useTranscriptions.setState({ earlierProblem: null })
  try {
    const jobs = await desktop.transcriptions.list({ before: earliest, limit: pageLength })
    const { list } = useTranscriptions.getState()
    // A new snapshot has replaced the list meanwhile.
    if (list.earliest !== earliest) return
    useTranscriptions.setState({ list: addEarlier(list, { jobs, limit: pageLength }) })
  } catch (error) {
    useTranscriptions.setState({ earlierProblem: describeError(error) })
  } finally {
    fetching = false
  }
}

/** All ended jobs, read or not, the newest first. */
async function listAllEnded(): Promise<TranscriptionJob[]> {
  const { list } = useTranscriptions.getState()
  const jobs = [...list.ended]
  let { earliest, hasEarlier } = list
  while (hasEarlier && earliest !== null) {
    const page: TranscriptionJob[] = await desktop.transcriptions.list({ before: earliest, limit: 500 })
    jobs.push(...page)
    hasEarlier = page.length === 500
    earliest = page.at(-1)?.id ?? null
  }
  return jobs
}

/** Undefined if it has not been read. */
export function findTranscription(list: TranscriptionList, id: string): TranscriptionJob | undefined {
  return list.open.find((job) => job.id === id) ?? list.ended.find((job) => job.id === id)
}

function describeEnd({ source: { name }, state, words }: TranscriptionJob): string {
  if (state === 'succeeded') return `${name} is transcribed${words === null ? '' : `, ${words} words`}.`
  return state === 'cancelled' ? `${name} was cancelled.` : `${name} could not be transcribed.`
}

type Jobs = readonly TranscriptionJob[]

/** From queued to sending: the rest can be held back. */
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

/** Running jobs are at the front already. */
export function canMove({ state }: TranscriptionJob): boolean {
  return state === 'queued' || state === 'paused'
}

export function canRemove({ endedAt }: TranscriptionJob): boolean {
  return endedAt !== null
}

/** A request for a piece was cut off: it may have been charged. */
export function mayBeBilled({ state, pieces }: TranscriptionJob): boolean {
  return state === 'interrupted' || pieces.some((piece) => piece.state === 'interrupted')
}

export const pauseTranscriptions = (jobs: Jobs) => act(desktop.transcriptions.pause, jobs.filter(canPause))
export const resumeTranscriptions = (jobs: Jobs) => act(desktop.transcriptions.resume, jobs.filter(canResume))
export const cancelTranscriptions = (jobs: Jobs) => act(desktop.transcriptions.cancel, jobs.filter(canCancel))
/** Only after a confirmation if a piece may have been billed. */
export const retryTranscriptions = (jobs: Jobs) => act(desktop.transcriptions.retry, jobs.filter(canRetry))

/** In the given order, in front of another job; null is the end of the queue. */
export async function moveTranscriptions(jobs: Jobs, before: string | null): Promise<void> {
  for (const { id } of jobs) await desktop.transcriptions.move({ id, before })
}

/** Removes jobs from the list, with undo. */
export async function removeTranscriptions(jobs: Jobs): Promise<void> {
  const removed = jobs.filter(canRemove)
  const [first] = removed
  if (!first) return
  const ids = removed.map(({ id }) => id)
  await inParts(desktop.transcriptions.clear, ids)
  const what = removed.length === 1 ? first.source.name : `${removed.length} files`
  const transcripts = removed.some(({ state }) => state === 'succeeded')
  toast(`${what} left the list.${transcripts ? ' What was transcribed stays in the Library.' : ''}`, {
    action: { label: 'Undo', onClick: () => toastOutcome(inParts(desktop.transcriptions.restore, ids)) },
  })
}

/** Those with nothing left to do; failed ones stay. */
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

/** At most as many as one request accepts. */
async function inParts(call: Call, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += 10_000) await call({ ids: ids.slice(at, at + 10_000) })
}
