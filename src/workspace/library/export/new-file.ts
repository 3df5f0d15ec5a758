// Writes a file of the user's own choice: whole under its name, or not there at all.
import { randomUUID } from 'node:crypto'
import { type FileHandle, open as openFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'

export type OpenFile = (path: string) => Promise<FileHandle>

export interface NewFile {
  write(bytes: Uint8Array): Promise<void>
  /** Puts it in its place, over what was there. */
  finish(): Promise<void>
  /** Leaves nothing of it, unless it was finished. */
  discard(): Promise<void>
}

/** Every refusal is a sentence that names the file. */
export async function beginFile(path: string, open: OpenFile = openNew): Promise<NewFile> {
  const temporary = join(dirname(path), `.${basename(path).slice(0, 80)}-${randomUUID().slice(0, 8)}.part`)
  const handle = await explained(path, () => open(temporary))
  let isOpen = true
  const close = async () => {
    if (isOpen) await handle.close()
    isOpen = false
  }
  return {
    write: (bytes) => explained(path, () => handle.writeFile(bytes)),
    finish: () =>
      explained(path, async () => {
        await handle.sync()
        await close()
        await rename(temporary, path)
      }),
    async discard() {
      await close().catch(() => undefined)
      await rm(temporary, { force: true }).catch(() => undefined)
    },
  }
}

function openNew(path: string): Promise<FileHandle> {
  return openFile(path, 'wx', 0o600)
}

async function explained<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const message = `${basename(path)} could not be written: ${reasonOf(error)}. Nothing of it was left behind.`
    throw new ApiError('FAILED_PRECONDITION', message, { cause: error })
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EACCES: 'this user may not write into that folder',
  EPERM: 'this user may not write into that folder',
  EROFS: 'that disk is read-only',
  ENOENT: 'that folder is not there',
  ENOTDIR: 'that folder is not there',
  EISDIR: 'a folder of that name is there',
}

function reasonOf(error: unknown): string {
  const { code = '', message } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) }
  return reasons[code] ?? message
}
