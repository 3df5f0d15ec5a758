// Moves the media folder, one move at a time, and finishes one that a crash has interrupted.

import { rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type { FileProgress } from '#shared/schemas/library'
import type { ReadWriteLock } from '../../concurrency/locks'
import { type ProgressContext, streamProgress } from '../../concurrency/mailbox'
import { checkFolder, explainProblem, type FolderInUse } from '../folder-problem'
import { comparePlaces, makeTarget } from './check-target'
import { createCopies } from './copies'
import { finishMove, readMark, removeMark, writeMark } from './finish-move'

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
        throw new ApiError('FAILED_PRECONDITION', 'The media folder is already being moved.')
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

interface MovePorts {
  readonly use: FolderInUse
  readonly gate: ReadWriteLock
  readonly signal: AbortSignal
  readonly report: (progress: FileProgress) => void
}

/** Resolves without `done` where it was aborted before the switch. An absent folder is left behind with all it holds. */
async function moveFolder(path: string, ports: MovePorts): Promise<void> {
  const { use, gate, signal, report } = ports
  const source = use.path()
  const { target, made } = await makeTarget(path, source)
  try {
    const isThere = await checkFolder(source).then(
      () => true,
      () => false,
    )
    if (isThere) await carryOver(source, target, ports)
    else {
      await gate.exclusive(async () => use.switchTo(target))
      report({ files: 0, totalFiles: 0, bytes: 0, totalBytes: 0, done: { path: target } })
    }
  } catch (error) {
    if (made !== undefined) await removeMade(target, made)
    if (!signal.aborted) throw explain(error, { source, target })
  }
}

async function carryOver(source: string, target: string, ports: MovePorts): Promise<void> {
  const { use, gate, signal, report } = ports
  const plan = await comparePlaces(source, target, signal)
  const copies = createCopies({ source, target, ...plan, signal, report })
  const isMarked = (await readMark(target)) === source
  try {
    report(copies.progress())
    await writeMark(target, source)
    await copies.bringUpToDate()
    // What has come meanwhile, so that nobody waits long at the gate.
    await copies.bringUpToDate()
    await gate.exclusive(async () => {
      await copies.bringUpToDate()
      signal.throwIfAborted()
      use.switchTo(target)
    })
  } catch (error) {
    await copies.undo()
    // What an earlier move has left there is known by it.
    if (!isMarked) await removeMark(target)
    throw error
  }
  await removeMark(source).catch(() => undefined)
  // What cannot be removed now is tried again at the next start.
  await finishMove(target, copies.isVerified).catch(() => undefined)
  report({ ...copies.progress(), done: { path: target } })
}

async function removeMade(target: string, made: string): Promise<void> {
  for (let path = target; path.length >= made.length; path = dirname(path)) {
    await rmdir(path).catch(() => undefined)
    if (path === dirname(path)) return
  }
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
