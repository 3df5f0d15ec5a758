// Explains why a file could not be read or written.
import { ApiError, type ErrorCode } from '#shared/schemas/api-error'

const reasons: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ENOSPC: ['RESOURCE_EXHAUSTED', 'the disk is full'],
  EDQUOT: ['RESOURCE_EXHAUSTED', 'your disk quota is used up'],
  EFBIG: ['RESOURCE_EXHAUSTED', 'the file is too large for this disk'],
  EACCES: ['PERMISSION_DENIED', 'you don’t have permission'],
  EPERM: ['PERMISSION_DENIED', 'you don’t have permission'],
  EROFS: ['PERMISSION_DENIED', 'the disk is read-only'],
  EBUSY: ['FAILED_PRECONDITION', 'another app is using it'],
  ENOENT: ['NOT_FOUND', 'it no longer exists'],
  ENOTDIR: ['FAILED_PRECONDITION', 'part of its path is a file, not a folder'],
  EEXIST: ['FAILED_PRECONDITION', 'part of its path is a file, not a folder'],
  EISDIR: ['FAILED_PRECONDITION', 'it is a folder'],
  ENAMETOOLONG: ['FAILED_PRECONDITION', 'its name is too long'],
}

/** `what` starts the sentence: `Couldn’t save notes.md to /home`. */
export function toFileError(error: unknown, what: string): ApiError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const [status, reason] = reasons[code] ?? [
    'INTERNAL',
    error instanceof Error ? error.message : String(error),
  ]
  return new ApiError(status, `${what}: ${reason}.`, { cause: error })
}
