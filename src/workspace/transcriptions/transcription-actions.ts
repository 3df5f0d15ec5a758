// What a user does with transcriptions in the queue.

import { ApiError } from '#shared/schemas/api-error'
import type { TranscriptionState } from '#shared/schemas/transcription-job'
import type { Ids } from '../jobs/job-store'
import { markSending } from './run-transcription'
import type { StoredPiece, StoredTranscription, TranscriptionStore } from './transcription-kind'
import type { LiveProgress } from './transcription-view'

interface ActionPorts {
  readonly store: TranscriptionStore
  readonly live: ReadonlyMap<string, LiveProgress>
  readonly startNext: () => void
}

type Action = Partial<Record<TranscriptionState, (job: StoredTranscription) => void>>

/** Each is done to those of the jobs that it fits, and refused if it fits none. */
export function createTranscriptionActions({ store, live, startNext }: ActionPorts) {
  const stop = (id: string) => live.get(id)?.stopping.abort()
  const toEach = (word: string, action: Action) => (input: Ids) => {
    const jobs = input.ids.map((id) => store.find(id))
    const fitting = jobs.filter(({ state }) => action[state] !== undefined)
    const [first] = jobs
    if (first && fitting.length === 0)
      throw new ApiError('FAILED_PRECONDITION', `This transcription is ${first.state} and cannot be ${word}.`)
    for (const job of fitting) action[job.state]?.(job)
    startNext()
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
    /** A piece in progress comes to its end first. */
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
    /** Aborts to the socket. */
    cancel: toEach('cancelled', { queued: cancel, preparing: cancel, sending: cancel, paused: cancel }),
    /** Asks for the pieces that have not come, wherever requests go now. */
    retry: toEach('tried again', { failed: requeue, interrupted: requeue, cancelled: requeue }),
  }
}

/** A form that was never complete cannot have been billed. */
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
