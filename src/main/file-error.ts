// Says in a sentence why the disk refused.
import { ApiError, type ErrorCode } from '#shared/schemas/api-error'

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
