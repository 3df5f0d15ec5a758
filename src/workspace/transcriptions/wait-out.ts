// Waits before a piece is sent again that was refused for being one call too many.
import type { ApiError } from '#shared/schemas/api-error'
import { waitFor } from '../concurrency/timing'
import { rateLimitDelay } from '../jobs/errors'
import type { TranscriptionBoard, TranscriptionPorts } from './transcription-ports'
import type { UnderWay } from './under-way'

interface Waiting extends Pick<TranscriptionPorts, 'timer' | 'now'> {
  readonly id: string
  readonly board: TranscriptionBoard
  readonly underWay: UnderWay
}

/** Milliseconds: as often it is told how long it will be, and looked whether it is still to go on. */
const toldEvery = 1000

/** Undefined where waiting does not help, or where something had come of it: then it is not sent again by itself. */
export function findWait({ refusals, heard }: UnderWay, error: ApiError): number | undefined {
  return heard === '' ? rateLimitDelay(error, refusals) : undefined
}

/** So many seconds, or until it is stopped or to be paused. */
export async function waitOut(waiting: Waiting, seconds: number, said: string): Promise<void> {
  const { id, board, underWay, timer, now } = waiting
  const { signal } = underWay.stopping
  const until = now() + seconds * 1000
  underWay.refusals += 1
  for (;;) {
    const left = until - now()
    if (left <= 0 || signal.aborted || board.find(id).progress.pausing) break
    underWay.waiting = `${said.replace(/[.\s]*$/, '.')} It is sent again in ${Math.ceil(left / 1000)} s.`
    board.tell(id)
    await waitFor(timer, Math.min(left, toldEvery), signal)
  }
  underWay.waiting = null
}
