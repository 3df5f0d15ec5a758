// Writes and reads files that the user has chosen; an error of the disk becomes a sentence.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ApiError, type ErrorCode } from '#shared/schemas/api-error'

type Content = string | Uint8Array | AsyncIterable<string | Uint8Array>

/** Makes the folder where it is missing. Text is written as UTF-8. */
export async function writeFileAtomically(path: string, content: Content): Promise<void> {
  const folder = dirname(path)
  // Names have a limit of their own, so the long one is not made longer.
  const temporary = join(folder, `.${randomUUID()}.part`)
  try {
    await mkdir(folder, { recursive: true })
    await writeThrough(temporary, content)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    if (error instanceof ApiError) throw error
    throw toFileError(error, `${basename(path)} could not be written to ${folder}`)
  }
}

async function writeThrough(path: string, content: Content): Promise<void> {
  const handle = await open(path, 'wx')
  try {
    await writeFile(handle, content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Bytes. A longer text does not fit into one of the language's. */
const largest = 400 * 1024 * 1024

const decoder = new TextDecoder('utf-8', { fatal: true })

export async function readTextFile(path: string): Promise<string> {
  const name = basename(path)
  const bytes = await readSome(path, name)
  try {
    return decoder.decode(bytes)
  } catch {
    throw new ApiError('INVALID_ARGUMENT', `${name} is no text: it is not valid UTF-8.`)
  }
}

async function readSome(path: string, name: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path)
    if (size > largest)
      throw new ApiError(
        'PAYLOAD_TOO_LARGE',
        `${name} is larger than 400 MB, which is the most that can be read.`,
      )
    return await readFile(path)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw toFileError(error, `${name} could not be read`)
  }
}

const reasons: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ENOSPC: ['RESOURCE_EXHAUSTED', 'the disk is full'],
  EDQUOT: ['RESOURCE_EXHAUSTED', 'your share of the disk is used up'],
  EFBIG: ['RESOURCE_EXHAUSTED', 'it is larger than the disk allows a file to be'],
  EACCES: ['PERMISSION_DENIED', 'you have no permission for it'],
  EPERM: ['PERMISSION_DENIED', 'you have no permission for it'],
  EROFS: ['PERMISSION_DENIED', 'the disk can only be read'],
  EBUSY: ['FAILED_PRECONDITION', 'another program is using it'],
  ENOENT: ['NOT_FOUND', 'it is not there any more'],
  ENOTDIR: ['FAILED_PRECONDITION', 'a file stands where a folder is needed'],
  EEXIST: ['FAILED_PRECONDITION', 'a file stands where a folder is needed'],
  EISDIR: ['FAILED_PRECONDITION', 'it is a folder'],
  ENAMETOOLONG: ['FAILED_PRECONDITION', 'its name is too long'],
}

/** `what` begins the sentence: `notes.md could not be written to /home`. */
export function toFileError(error: unknown, what: string): ApiError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const [status, reason] = reasons[code] ?? [
    'INTERNAL',
    error instanceof Error ? error.message : String(error),
  ]
  return new ApiError(status, `${what}: ${reason}.`, { cause: error })
}
