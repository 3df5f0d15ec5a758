// Saves what has come of a transcription, however long the disk refuses it: it may have been billed.
import { ApiError } from '#shared/schemas/api-error'
import { toJobError } from '../jobs/errors'
import type { Saves } from '../jobs/saves'
import type { TranscriptionBoard } from './transcription-ports'
import type { UnderWay } from './under-way'

type Change = Parameters<TranscriptionBoard['change']>[1]

interface Keeping {
  readonly id: string
  readonly board: TranscriptionBoard
  readonly saves: Saves
  readonly underWay: UnderWay
}

/** Rejects with the signal's reason if it is stopped meanwhile, and at once if the job cannot change so. */
export async function keepChange(keeping: Keeping, make: () => Change): Promise<void> {
  const { id, board, saves, underWay } = keeping
  await saves.run({
    owner: id,
    save: () => void board.change(id, make()),
    signal: underWay.stopping.signal,
    isPermanent: (error) => error instanceof ApiError && permanent.includes(error.code),
    onFailure(error) {
      underWay.waiting = `The response is not saved yet. ${toJobError(error).message}`
      board.tell(id)
      return undefined
    },
  })
  underWay.waiting = null
}

const permanent: readonly string[] = ['FAILED_PRECONDITION', 'NOT_FOUND']
