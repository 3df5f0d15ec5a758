// What people do with transcriptions in the queue: pause, go on, cancel, ask again.
import { ApiError } from '#shared/schemas/api-error'
import type { TranscriptionState } from '#shared/schemas/transcription-job'
import { markSending } from './conduct'
import type { KeptPiece, KeptTranscription } from './transcription-kind'
import type { TranscriptionBoard } from './transcription-ports'
import type { UnderWay } from './under-way'

type Several = { ids: readonly string[] }

/** Of several the verb is done to those that it fits; where it fits none it is refused. */
export interface Steering {
  /** A piece under way comes to its end first. */
  pause(input: Several): void
  resume(input: Several): void
  /** Aborts to the socket. */
  cancel(input: Several): void
  /** Asks for the pieces that have not come, wherever requests go now. */
  retry(input: Several): void
}

interface SteeringPorts {
  readonly board: TranscriptionBoard
  readonly underWay: ReadonlyMap<string, UnderWay>
  /** Begins what may begin now. */
  readonly look: () => void
}

type Verb = Partial<Record<TranscriptionState, (job: KeptTranscription) => void>>

export function createSteering({ board, underWay, look }: SteeringPorts): Steering {
  const stop = (id: string) => underWay.get(id)?.stopping.abort()
  const toEach = (word: string, verb: Verb) => (input: Several) => {
    const jobs = input.ids.map((id) => board.find(id))
    const fitting = jobs.filter(({ state }) => verb[state] !== undefined)
    const [first] = jobs
    if (first && fitting.length === 0) throw unfit(word, first.state)
    for (const job of fitting) verb[job.state]?.(job)
    look()
  }
  const requeue = (job: KeptTranscription) =>
    board.change(job.id, { state: 'queued', progress: askAnew(job) })
  const hold = ({ id }: KeptTranscription) => void board.change(id, { state: 'paused' })
  const cancel = ({ id, progress }: KeptTranscription) => {
    const stopped = cutOff(progress.pieces, underWay.get(id))
    board.change(id, { state: 'cancelled', progress: { pieces: stopped, pausing: false } })
    stop(id)
  }
  return {
    pause: toEach('paused', {
      queued: hold,
      preparing(job) {
        hold(job)
        stop(job.id)
      },
      sending: ({ id }) => board.change(id, { progress: { pausing: true } }),
    }),
    resume: toEach('resumed', {
      paused: ({ id }) => board.change(id, { state: 'queued' }),
      sending: ({ id }) => board.change(id, { progress: { pausing: false } }),
    }),
    cancel: toEach('cancelled', { queued: cancel, preparing: cancel, sending: cancel, paused: cancel }),
    retry: toEach('tried again', { failed: requeue, interrupted: requeue, cancelled: requeue }),
  }
}

/** A form that was never whole cannot have been billed. */
function cutOff(pieces: readonly KeptPiece[], underWay: UnderWay | undefined): KeptPiece[] {
  const { sent = 0, heard = '' } = underWay ?? {}
  const isWhole = pieces.some(({ state, bytes }) => state === 'sending' && sent >= (bytes ?? 0))
  return markSending(pieces, { state: isWhole ? 'interrupted' : 'waiting', text: heard })
}

/** Where nothing has come it is cut anew, as the limits are now. */
function askAnew({ progress: { pieces } }: KeptTranscription) {
  const isBegun = pieces.some(({ state }) => state === 'done')
  const left = pieces.map(
    (piece): KeptPiece =>
      piece.state === 'done' ? piece : { ...piece, state: 'waiting', bytes: null, text: '' },
  )
  return { pieces: isBegun ? left : [], upstream: null, error: null }
}

function unfit(word: string, state: TranscriptionState): ApiError {
  return new ApiError('FAILED_PRECONDITION', `This transcription is ${state} and cannot be ${word}.`)
}
