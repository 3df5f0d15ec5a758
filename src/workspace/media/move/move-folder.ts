// Moves the media folder, one move at a time, and finishes one that a crash has interrupted.

import { ApiError } from '#shared/schemas/api-error'
import type { FileProgress } from '#shared/schemas/library'
import { type ProgressContext, streamProgress } from '../../concurrency/feed'
import type { ReadWriteLock } from '../../concurrency/locks'
import { checkFolder, explainProblem, type FolderInUse } from '../folder-problem'
import { listHashFolders } from '../media-file'
import { compareFolders, makeTarget } from './check-target'
import { createCopies } from './copies'
import {
  finishMove,
  readMark,
  removeCreated,
  removeMark,
  removeStartedMove,
  undoStartedMove,
  writeMark,
  writeStartedMove,
} from './finish-move'

interface MoverPorts {
  readonly mediaFolder: FolderInUse
  /** Held by all writes into the folder. */
  readonly writeLock: ReadWriteLock
  readonly closing: AbortSignal
}

interface Mover {
  moveTo(path: string, signal?: AbortSignal): AsyncGenerator<FileProgress, void, undefined>
  /** Resolves once no file is being moved. */
  close(): Promise<void>
}

export function createMover({ mediaFolder, writeLock, closing }: MoverPorts): Mover {
  const unfinishedMove = finishMove(mediaFolder.path())
    .then(() => undoStartedMove(mediaFolder.path()))
    .catch(() => undefined)
  let activeMove: Promise<void> | undefined

  async function move(path: string, context: ProgressContext<FileProgress>): Promise<void> {
    await unfinishedMove
    await moveFolder(path, { mediaFolder, writeLock, ...context })
  }

  return {
    async *moveTo(path, signal) {
      if (activeMove !== undefined)
        throw new ApiError('FAILED_PRECONDITION', 'The media folder is already being moved.')
      const start = (context: ProgressContext<FileProgress>) => {
        const moving = move(path, context)
        const end = () => {
          activeMove = undefined
        }
        activeMove = moving.then(end, end)
        return moving
      }
      yield* streamProgress(start, [closing, signal])
    },
    async close() {
      await Promise.all([unfinishedMove, activeMove])
    },
  }
}

interface MovePorts {
  readonly mediaFolder: FolderInUse
  readonly writeLock: ReadWriteLock
  readonly signal: AbortSignal
  readonly report: (progress: FileProgress) => void
}

/** Resolves without `done` if it was aborted before the switch. If the old folder is missing, its files stay there. */
async function moveFolder(path: string, ports: MovePorts): Promise<void> {
  const { mediaFolder, writeLock, signal, report } = ports
  const source = mediaFolder.path()
  // Comes before the first write into the target, so that a start after a crash finds what is left there.
  await writeStartedMove(source, { movingTo: path, wasEmpty: false })
  const { target, created } = await makeTarget(path, source).catch(async (error: unknown) => {
    await removeStartedMove(source)
    throw error
  })
  try {
    const exists = await checkFolder(source).then(
      () => true,
      () => false,
    )
    if (exists) await copyAndSwitch({ source, target, created }, ports)
    else {
      await writeLock.exclusive(async () => mediaFolder.switchTo(target))
      report({ files: 0, totalFiles: 0, bytes: 0, totalBytes: 0, done: { path: target } })
    }
  } catch (error) {
    if (created !== undefined) await removeCreated(target, created)
    if (!signal.aborted) throw explain(error, { source, target })
  }
}

interface Folders {
  readonly source: string
  readonly target: string
  readonly created: string | undefined
}

async function copyAndSwitch({ source, target, created }: Folders, ports: MovePorts): Promise<void> {
  const { mediaFolder, writeLock, signal, report } = ports
  const wasEmpty = (await listHashFolders(target)).flat().length === 0
  await writeStartedMove(source, { movingTo: target, wasEmpty, ...(created && { created }) })
  const plan = await compareFolders(source, target, signal).catch(async (error: unknown) => {
    await removeStartedMove(source)
    throw error
  })
  const copies = createCopies({ source, target, ...plan, signal, report })
  const isMarked = (await readMark(target)) === source
  try {
    await writeMark(target, source)
    report(copies.progress())
    await copies.synchronize()
    // Copies what was stored meanwhile, so that the exclusive lock is short.
    await copies.synchronize()
    await writeLock.exclusive(async () => {
      await copies.synchronize()
      signal.throwIfAborted()
      mediaFolder.switchTo(target)
    })
  } catch (error) {
    await copies.undo()
    // The mark of an earlier move identifies the files it left there.
    if (!isMarked) await removeMark(target)
    await removeStartedMove(source)
    throw error
  }
  await removeMark(source).catch(() => undefined)
  // The next start removes what cannot be removed now.
  await finishMove(target, copies.isVerified).catch(() => undefined)
  report({ ...copies.progress(), done: { path: target } })
}

function explain(error: unknown, { source, target }: { source: string; target: string }): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error
  const { path }: NodeJS.ErrnoException = error
  const isRead = path?.startsWith(source) && !path.startsWith(target)
  if (!isRead) {
    const explained = explainProblem(target, error)
    if (explained !== error) return explained
  }
  const message = `Couldn’t move the media folder to ${target}: ${error.message}. Nothing was changed.`
  return new ApiError('INTERNAL', message, { cause: error })
}
