// The media folder in use, and messages for problems with a folder.
import { rm, stat, statfs } from 'node:fs/promises'
import { ApiError } from '#shared/schemas/api-error'
import { createFolder, removeTempFiles, tempFilePath, writeAndSync } from '../atomic-write'

/** Describes a failed file system call; returns undefined if the error code is unrelated to the folder. */
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

/** Returns an `ApiError` unchanged. */
export function explainProblem(folder: string, error: unknown): unknown {
  if (error instanceof ApiError) return error
  const problem = describeProblem(folder, error)
  return problem ? new ApiError('FAILED_PRECONDITION', problem, { cause: error }) : error
}

/** Throws if the folder is missing: an unplugged disk must not be mistaken for an empty one. */
export async function checkFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    throw explainProblem(folder, error)
  })
  if (!found.isDirectory()) throw explainProblem(folder, { code: 'ENOTDIR' })
}

/** Writes a test file: permissions alone do not reveal a full or read-only disk. Returns null on success. */
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

/** Space for one large image. */
const minFreeBytes = 32 * 1_048_576

/** Throws if a file cannot be saved in the folder now. */
export async function checkFreeSpace(folder: string): Promise<void> {
  const problem = await probeFolder(folder)
  if (problem !== null) throw new ApiError('FAILED_PRECONDITION', problem)
  const { bavail, bsize, blocks } = await statfs(folder)
  // Some network drives report no blocks at all.
  if (blocks > 0 && bavail * bsize < minFreeBytes) throw explainProblem(folder, { code: 'ENOSPC' })
}

function readCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}

export interface MediaFolderOptions {
  /** The user's folder, absolute; null for the default one. */
  readonly customFolder?: string | null
  /** Saves the setting, null for the default folder; the old folder is deleted next. If it throws, nothing has changed. */
  readonly onMoved?: (customFolder: string | null) => void
}

export type FolderInUse = Awaited<ReturnType<typeof openFolder>>

/** Opens even if the folder is missing: each use of it throws then. */
export async function openFolder(defaultFolder: string, options: MediaFolderOptions) {
  const { onMoved = () => undefined } = options
  let current = options.customFolder ?? defaultFolder
  const isDefault = () => current === defaultFolder

  /** Returns the path once the folder exists. A missing default folder is created, the user's never. */
  async function ready(): Promise<string> {
    const path = current
    await checkFolder(path).catch(async (problem: unknown) => {
      if (!isDefault()) throw problem
      await createFolder(path).catch((error: unknown) => {
        const explained = explainProblem(path, error)
        if (explained !== error) throw explained
      })
      // Throws if a file is in the folder's place, too.
      await checkFolder(path)
    })
    return path
  }

  await ready().then(removeTempFiles, () => undefined)
  return {
    path: () => current,
    isDefault,
    defaultPath: defaultFolder,
    ready,
    /** Calls `onMoved` first: if that throws, the folder stays as it is. */
    switchTo(path: string): void {
      onMoved(path === defaultFolder ? null : path)
      current = path
    },
  }
}
