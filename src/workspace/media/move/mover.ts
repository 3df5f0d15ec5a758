// Moves the media folder, one move at a time, and finishes what a crash has left of the last.
import { ApiError } from '#shared/schemas/api-error'
import type { FileProgress } from '#shared/schemas/library'
import type { ReadWriteLock } from '../../concurrency/locks'
import { type ProgressContext, streamProgress } from '../../concurrency/mailbox'
import type { FolderInUse } from '../folder-in-use'
import { finishMove } from './finish-move'
import { moveFolder } from './move-folder'

interface MoverPorts {
  readonly use: FolderInUse
  /** Whoever writes into the folder passes it. */
  readonly gate: ReadWriteLock
  readonly closing: AbortSignal
}

interface Mover {
  moveTo(path: string, signal?: AbortSignal): AsyncGenerator<FileProgress, void, undefined>
  /** Resolves once no file is being moved. */
  close(): Promise<void>
}

export function createMover({ use, gate, closing }: MoverPorts): Mover {
  const leftOver = finishMove(use.path()).catch(() => undefined)
  let underWay: Promise<void> | undefined

  async function move(path: string, following: ProgressContext<FileProgress>): Promise<void> {
    await leftOver
    await moveFolder(path, { use, gate, ...following })
  }

  return {
    async *moveTo(path, signal) {
      if (underWay !== undefined)
        throw new ApiError('FAILED_PRECONDITION', 'The media folder is being moved already.')
      const begin = (following: ProgressContext<FileProgress>) => {
        const moving = move(path, following)
        const end = () => {
          underWay = undefined
        }
        underWay = moving.then(end, end)
        return moving
      }
      yield* streamProgress(begin, [closing, signal])
    },
    async close() {
      await Promise.all([leftOver, underWay])
    },
  }
}
