// Keeps what has come of a transcription however long the disk refuses it: it may have been paid for.
import { ApiError } from '#shared/schemas/api-error'
import { toJobError } from '../jobs/job-error'
import { type Timer, waitFor } from '../jobs/timer'
import type { TranscriptionBoard } from './transcription-ports'
import type { UnderWay } from './under-way'

type Change = Parameters<TranscriptionBoard['change']>[1]

interface Keeping {
  readonly id: string
  readonly board: TranscriptionBoard
  readonly timer: Timer
  readonly underWay: UnderWay
}

/** Milliseconds until a row is written again that the disk has refused. */
const rewriteAfter = 5000

/** Rejects with the signal's reason where it is stopped meanwhile, and at once where the job cannot change so. */
export async function keepChange(keeping: Keeping, make: () => Change): Promise<void> {
  const { id, board, timer, underWay } = keeping
  const { signal } = underWay.stopping
  for (;;) {
    try {
      board.change(id, make())
      underWay.waiting = null
      return
    } catch (error) {
      if (error instanceof ApiError && lasting.includes(error.code)) throw error
      underWay.waiting = `It could not be kept. ${toJobError(error).message}`
      board.tell(id)
    }
    await waitFor(timer, rewriteAfter, signal)
    signal.throwIfAborted()
  }
}

const lasting: readonly string[] = ['FAILED_PRECONDITION', 'NOT_FOUND']
