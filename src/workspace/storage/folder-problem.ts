// What is wrong with a folder, in a sentence that names it.
import { rm, stat } from 'node:fs/promises'
import { ApiError } from '#shared/schemas/api-error'
import { nameUnfinished, writeThrough } from './whole-file'

/** Of a failed call to the file system; undefined where the code says nothing of the folder. */
export function describeProblem(folder: string, error: unknown): string | undefined {
  switch (readCode(error)) {
    case 'ENOENT':
      return `The media folder ${folder} is not there: connect its disk, or choose another folder in Settings.`
    case 'ENOTDIR':
      return `The media folder ${folder} is no folder: choose another one in Settings.`
    case 'EACCES':
    case 'EPERM':
      return `The folder ${folder} cannot be used: this user may not write into it.`
    case 'EROFS':
      return `The folder ${folder} cannot be written to: its disk is read-only.`
    case 'ENOSPC':
    case 'EDQUOT':
      return `The folder ${folder} cannot be written to: its disk is full.`
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

/** Throws where the folder is absent: an unplugged disk must not be mistaken for an empty one. */
export async function checkFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    throw explainProblem(folder, error)
  })
  if (!found.isDirectory()) throw explainProblem(folder, { code: 'ENOTDIR' })
}

/** Tries it: permissions alone do not tell of a full or a read-only disk. Null where a file can be written. */
export async function probeFolder(folder: string): Promise<string | null> {
  const path = nameUnfinished(folder)
  try {
    await checkFolder(folder)
    await writeThrough(path, Buffer.alloc(4096, 1))
    return null
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return describeProblem(folder, error) ?? reason
  } finally {
    await rm(path, { force: true }).catch(() => undefined)
  }
}

function readCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}
