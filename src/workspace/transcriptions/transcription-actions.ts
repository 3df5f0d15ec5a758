// What a user does with transcriptions in the queue, and the queue itself.

import { ApiError } from '#shared/schemas/api-error'
import type { JobUpstream } from '#shared/schemas/job'
import type { TranscriptionState } from '#shared/schemas/transcription-job'
import { canContinueOn, toJobUpstream } from '../jobs/current-upstream'
import { createJobScheduler } from '../jobs/job-store'
import { markSending, runTranscription } from './run-transcription'
import type { TranscriptRows } from './transcript-rows'
import type {
  StoredPiece,
  StoredTranscription,
  TranscriptionPorts,
  TranscriptionStore,
} from './transcription-kind'
import { createLiveProgress, type LiveProgress } from './transcription-view'

interface QueuePorts extends TranscriptionPorts {
  readonly store: TranscriptionStore
  readonly rows: TranscriptRows
  /** What is in progress, which the queue changes. */
  readonly live: Map<string, LiveProgress>
  /** Called once for each job that ends on its own. */
  readonly onEnded: (job: StoredTranscription) => void
}

interface TranscriptionQueue {
  /** Begins what may begin now. */
  look(): void
  /** What is being sent ends as `interrupted`. Resolves once nothing is in progress. */
  close(): Promise<void>
}

/** Milliseconds. */
const lookAgainAfter = 5000

export function createQueue(ports: QueuePorts): TranscriptionQueue {
  const { store, settings, changes, timer, live, onEnded } = ports
  const runs = new Set<Promise<void>>()
  let isClosing = false
  let cancelLook = () => {}

  const begin = ({ id }: StoredTranscription) => {
    const begun = createLiveProgress()
    try {
      store.change(id, { state: 'preparing', progress: { error: null } })
    } catch {
      // A disk that is full has refused its row: it stays queued.
      cancelLook()
      cancelLook = timer(lookAgainAfter, look)
      return
    }
    live.set(id, begun)
    const run: Promise<void> = runTranscription({ ...ports, id, live: begun, isClosing: () => isClosing })
      .catch(() => undefined)
      .then(() => end(id, run))
      .catch(() => undefined)
      .then(() => look())
    runs.add(run)
  }
  const end = (id: string, run: Promise<void>) => {
    const wasStopped = live.get(id)?.stopping.signal.aborted
    live.delete(id)
    runs.delete(run)
    if (isClosing) return
    const job = store.find(id)
    store.publish(id)
    if (job.endedAt !== null && !wasStopped) onEnded(job)
  }
  const look = createJobScheduler({
    atOnce: () => (isClosing ? 0 : settings.read().jobs.transcriptionsAtOnce),
    countBusy: () => live.size,
    next() {
      const chosen = toJobUpstream(settings.read())
      return store.listOpen().find((job) => !live.has(job.id) && canBegin(job, chosen))
    },
    begin,
  })
  const leave = changes.subscribe((topic) => {
    if (topic !== 'settings') return
    for (const { id, state } of store.listOpen()) if (state === 'queued') store.publish(id)
    look()
  })
  return {
    look,
    async close() {
      isClosing = true
      leave()
      cancelLook()
      for (const { stopping } of live.values()) stopping.abort()
      await Promise.all(runs)
    },
  }
}

/** One that was begun elsewhere waits until it may continue there. */
function canBegin({ state, progress: { upstream } }: StoredTranscription, chosen: JobUpstream): boolean {
  return state === 'queued' && canContinueOn(upstream, chosen)
}

type Several = { ids: readonly string[] }

/** Of several the verb is done to those that it fits; where it fits none it is refused. */
export interface TranscriptionActions {
  /** A piece in progress comes to its end first. */
  pause(input: Several): void
  resume(input: Several): void
  /** Aborts to the socket. */
  cancel(input: Several): void
  /** Asks for the pieces that have not come, wherever requests go now. */
  retry(input: Several): void
}

interface SteeringPorts {
  readonly store: TranscriptionStore
  readonly live: ReadonlyMap<string, LiveProgress>
  /** Begins what may begin now. */
  readonly look: () => void
}

type Verb = Partial<Record<TranscriptionState, (job: StoredTranscription) => void>>

export function createTranscriptionActions({ store, live, look }: SteeringPorts): TranscriptionActions {
  const stop = (id: string) => live.get(id)?.stopping.abort()
  const toEach = (word: string, verb: Verb) => (input: Several) => {
    const jobs = input.ids.map((id) => store.find(id))
    const fitting = jobs.filter(({ state }) => verb[state] !== undefined)
    const [first] = jobs
    if (first && fitting.length === 0) throw unfit(word, first.state)
    for (const job of fitting) verb[job.state]?.(job)
    look()
  }
  const requeue = (job: StoredTranscription) =>
    store.change(job.id, { state: 'queued', progress: requestAgain(job) })
  const hold = ({ id }: StoredTranscription) => void store.change(id, { state: 'paused' })
  const cancel = ({ id, progress }: StoredTranscription) => {
    const stopped = cutOff(progress.pieces, live.get(id))
    store.change(id, { state: 'cancelled', progress: { pieces: stopped, pausing: false } })
    stop(id)
  }
  return {
    pause: toEach('paused', {
      queued: hold,
      preparing(job) {
        hold(job)
        stop(job.id)
      },
      sending: ({ id }) => store.change(id, { progress: { pausing: true } }),
    }),
    resume: toEach('resumed', {
      paused: ({ id }) => store.change(id, { state: 'queued' }),
      sending: ({ id }) => store.change(id, { progress: { pausing: false } }),
    }),
    cancel: toEach('cancelled', { queued: cancel, preparing: cancel, sending: cancel, paused: cancel }),
    retry: toEach('tried again', { failed: requeue, interrupted: requeue, cancelled: requeue }),
  }
}

/** A form that was never whole cannot have been billed. */
function cutOff(pieces: readonly StoredPiece[], live: LiveProgress | undefined): StoredPiece[] {
  const { sent = 0, heard = '' } = live ?? {}
  const isWhole = pieces.some(({ state, bytes }) => state === 'sending' && sent >= (bytes ?? 0))
  return markSending(pieces, { state: isWhole ? 'interrupted' : 'waiting', text: heard })
}

/** If nothing has come it is cut again, as the limits are now. */
function requestAgain({ progress: { pieces } }: StoredTranscription) {
  const isBegun = pieces.some(({ state }) => state === 'done')
  const left = pieces.map(
    (piece): StoredPiece =>
      piece.state === 'done' ? piece : { ...piece, state: 'waiting', bytes: null, text: '' },
  )
  return { pieces: isBegun ? left : [], upstream: null, error: null }
}

function unfit(word: string, state: TranscriptionState): ApiError {
  return new ApiError('FAILED_PRECONDITION', `This transcription is ${state} and cannot be ${word}.`)
}
