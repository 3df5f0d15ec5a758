// One move of the media folder: checked, copied, verified, switched; what was there before goes last.
import { rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type { FileProgress } from '#shared/schemas/library'
import type { ReadWriteLock } from '../../concurrency/locks'
import type { FolderInUse } from '../folder-in-use'
import { checkFolder, explainProblem } from '../folder-problem'
import { comparePlaces, makeTarget } from './check-target'
import { createCopies } from './copies'
import { finishMove } from './finish-move'
import { readMark, removeMark, writeMark } from './move-mark'

interface MovePorts {
  readonly use: FolderInUse
  readonly gate: ReadWriteLock
  readonly signal: AbortSignal
  readonly tell: (progress: FileProgress) => void
}

/** Resolves without `done` where it was aborted before the switch. An absent folder is left behind with all it holds. */
export async function moveFolder(path: string, ports: MovePorts): Promise<void> {
  const { use, gate, signal, tell } = ports
  const source = use.path()
  const { target, made } = await makeTarget(path, source)
  try {
    const isThere = await checkFolder(source).then(
      () => true,
      () => false,
    )
    if (isThere) await carryOver(source, target, ports)
    else {
      await gate.shut(async () => use.switchTo(target))
      tell({ files: 0, totalFiles: 0, bytes: 0, totalBytes: 0, done: { path: target } })
    }
  } catch (error) {
    if (made !== undefined) await removeMade(target, made)
    if (!signal.aborted) throw explain(error, { source, target })
  }
}

async function carryOver(source: string, target: string, ports: MovePorts): Promise<void> {
  const { use, gate, signal, tell } = ports
  const plan = await comparePlaces(source, target, signal)
  const copies = createCopies({ source, target, ...plan, signal, tell })
  const isMarked = (await readMark(target)) === source
  try {
    tell(copies.progress())
    await writeMark(target, source)
    await copies.bringUpToDate()
    // What has come meanwhile, so that nobody waits long at the gate.
    await copies.bringUpToDate()
    await gate.shut(async () => {
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
  tell({ ...copies.progress(), done: { path: target } })
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
  const message = `The media could not be moved to ${target}: ${error.message}. Nothing has changed.`
  return new ApiError('INTERNAL', message, { cause: error })
}
