// Explains errors of the disk that an archive or a backup is written to.
import { statfs } from 'node:fs/promises'
import { ApiError } from '#shared/schemas/api-error'

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free up space, then try again',
  EDQUOT: 'the disk is full. Free up space, then try again',
  EFBIG: 'the file is too large for this disk. Choose another disk',
  EACCES: 'you don’t have permission to write there. Choose another folder',
  EPERM: 'you don’t have permission to write there. Choose another folder',
  EROFS: 'the disk is read-only. Choose another disk',
  ENOENT: 'the folder doesn’t exist. Connect its disk, or choose another folder',
  ENOTDIR: 'the folder doesn’t exist. Connect its disk, or choose another folder',
  EISDIR: 'a folder with this name already exists. Choose another name',
}

/** `failure` is what failed: `Couldn’t export to /disk/data.zip`. */
export function explainDiskError(error: unknown, failure: string): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error
  const reason = reasons['code' in error ? String(error.code) : ''] ?? error.message
  return new ApiError('FAILED_PRECONDITION', `${failure}: ${reason}.`, { cause: error })
}

/** Bytes beyond the files themselves, for names and lists. */
const spareBytes = 16 * 1024 * 1024

/** `purpose` completes the message. If the disk does not report its free space, writing will fail instead. */
export async function assertFreeSpace(folder: string, bytes: number, purpose: string): Promise<void> {
  const disk = await statfs(folder).catch(() => undefined)
  if (!disk) return
  const free = disk.bavail * disk.bsize
  if (free >= bytes + spareBytes) return
  const toMegabytes = (size: number) => `${Math.ceil(size / 1_000_000).toLocaleString('en-US')} MB`
  throw new ApiError(
    'RESOURCE_EXHAUSTED',
    `Not enough space to ${purpose}: ${folder} has ${toMegabytes(free)} free, and ${toMegabytes(bytes + spareBytes)} is needed. Free up space, or choose another disk.`,
  )
}
