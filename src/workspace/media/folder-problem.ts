// The media folder in use, and what is wrong with a folder in a sentence that names it.
import { rm, stat, statfs } from 'node:fs/promises'
import { ApiError } from '#shared/schemas/api-error'
import { createFolder, removeTempFiles, tempFilePath, writeAndSync } from '../atomic-write'

/** Of a failed call to the file system; undefined if the code says nothing of the folder. */
export function describeProblem(folder: string, error: unknown): string | undefined {
  switch (readCode(error)) {
    case 'ENOENT':
      return `Media folder ${folder} not found. Connect its disk, or choose another folder in Settings.`
    case 'ENOTDIR':
      return `${folder} isn’t a folder. Choose another media folder in Settings.`
    case 'EACCES':
    case 'EPERM':
      return `You don’t have permission to write to ${folder}. Change its permissions, then retry.`
    case 'EROFS':
      return `Can’t write to ${folder}: the disk is read-only. Make it writable, then retry.`
    case 'ENOSPC':
    case 'EDQUOT':
      return `Can’t write to ${folder}: the disk is full. Free some space, then retry.`
    default:
      return undefined
  }
}

/** An error of ours stays as it is. */
export function explainProblem(folder: string, error: unknown): unknown {
  if (error instanceof ApiError) return error
  const problem = describeProblem(folder, error)
  return problem ? new ApiError('FAILED_PRECONDITION', problem, { cause: error }) : error
}

/** Throws if the folder is absent: an unplugged disk must not be mistaken for an empty one. */
export async function checkFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    throw explainProblem(folder, error)
  })
  if (!found.isDirectory()) throw explainProblem(folder, { code: 'ENOTDIR' })
}

/** Tries it: permissions alone do not tell of a full or a read-only disk. Null if a file can be written. */
export async function probeFolder(folder: string): Promise<string | null> {
  const path = tempFilePath(folder)
  try {
    await checkFolder(folder)
    await writeAndSync(path, Buffer.alloc(4096, 1))
    return null
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return describeProblem(folder, error) ?? reason
  } finally {
    await rm(path, { force: true }).catch(() => undefined)
  }
}

/** Room for one large image. */
const minFreeBytes = 32 * 1_048_576

/** Throws if a file could not be saved in it now. */
export async function checkRoom(folder: string): Promise<void> {
  const problem = await probeFolder(folder)
  if (problem !== null) throw new ApiError('FAILED_PRECONDITION', problem)
  const { bavail, bsize, blocks } = await statfs(folder)
  // Some network drives report no blocks at all.
  if (blocks > 0 && bavail * bsize < minFreeBytes) throw explainProblem(folder, { code: 'ENOSPC' })
}

function readCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}

export interface FolderInUse {
  path(): string
  isDefault(): boolean
  /** Its path, once files can be in it: the default one is made where it is missing, the user's own never. */
  ready(): Promise<string>
  /** Told before it counts: where that throws, the folder stays as it is. */
  switchTo(path: string): void
}

export interface MediaChoice {
  /** The user's own folder, absolute. Null is the default one. */
  readonly chosen?: string | null
  /** Keeps the choice, null for the default folder; what was there before goes next. If it throws, nothing has changed. */
  readonly onMoved?: (chosen: string | null) => void
}

/** An absent folder is no reason not to open: each use of it says so. */
export async function openFolder(defaultFolder: string, choice: MediaChoice): Promise<FolderInUse> {
  const { onMoved = () => undefined } = choice
  let current = choice.chosen ?? defaultFolder
  const isDefault = () => current === defaultFolder

  async function ready(): Promise<string> {
    const path = current
    await checkFolder(path).catch(async (problem: unknown) => {
      if (!isDefault()) throw problem
      await createFolder(path).catch((error: unknown) => {
        const explained = explainProblem(path, error)
        if (explained !== error) throw explained
      })
      // Reports what was in the way, too.
      await checkFolder(path)
    })
    return path
  }

  await ready().then(removeTempFiles, () => undefined)
  return {
    path: () => current,
    isDefault,
    ready,
    switchTo(path) {
      onMoved(path === defaultFolder ? null : path)
      current = path
    },
  }
}
