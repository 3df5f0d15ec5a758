// Explains in a sentence why the application could not start, with technical details for a report.
import { errorCodeOf } from '#gateway/outbound/transport-error'
import { ApiError } from '#shared/schemas/api-error'
import type { StartFailure } from '#shared/schemas/application-status'
import { isDatabaseDamaged } from '#workspace/database/connection'
import type { SnapshotInfo } from '#workspace/database/daily-snapshots'
import { isDatabaseUnsupported } from '#workspace/database/database'
import { FolderError } from './data-folder'
import type { LogEvent } from './log'

/** Why the window's page is not shown. */
export class PageError extends Error {
  override readonly name = 'PageError'
  readonly event: LogEvent

  constructor(event: LogEvent, cause?: unknown) {
    super(event, { cause })
    this.event = event
  }
}

/** A snapshot could not be restored; the cause says why. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError'

  constructor(cause: unknown) {
    super('The snapshot couldn’t be restored', { cause })
  }
}

/** Whether restoring an earlier copy of the database can help. */
export function concernsDatabase(error: unknown): boolean {
  return isDatabaseDamaged(error) || isDatabaseUnsupported(error)
}

interface FailurePorts {
  readonly dataFolder: string
  readonly log: string
  readonly snapshot: SnapshotInfo | null
}

export function describeStartFailure(error: unknown, { snapshot, ...rest }: FailurePorts): StartFailure {
  const title =
    error instanceof PageError ? 'Gen Playground couldn’t show its window' : 'Gen Playground couldn’t start'
  return {
    title,
    reason: explain(error, snapshot !== null),
    details: describeDetails(error),
    snapshot,
    ...rest,
  }
}

function explain(error: unknown, hasSnapshot: boolean): string {
  if (error instanceof PageError)
    return 'A part of the app couldn’t be loaded. Try again. If it happens again, reinstall Gen Playground. Your data isn’t affected.'
  if (error instanceof RestoreError) {
    if (!isDatabaseDamaged(error.cause))
      return `Couldn’t restore the snapshot. ${explain(error.cause, hasSnapshot)}`
    return hasSnapshot
      ? 'The snapshot is damaged, too. Restore the one before it.'
      : 'The snapshot is damaged, too, and there’s no other. Start without your data, or restore workspace.db from a backup.'
  }
  if (isDatabaseDamaged(error)) {
    const damaged =
      'The database with your chats and settings is damaged. Your images and other media aren’t affected.'
    return hasSnapshot
      ? `${damaged} Restore the last snapshot. The damaged file is kept.`
      : `${damaged} There’s no snapshot to restore. Start without your data, or restore workspace.db from a backup.`
  }
  const reason = reasons[errorCodeOf(error)] ?? reasons[errorCodeOf((error as { cause?: unknown })?.cause)]
  if (reason) return reason
  // These messages say what to do.
  if (error instanceof FolderError) return error.message
  if (error instanceof ApiError && error.code !== 'INTERNAL') return error.message
  return 'An unexpected error occurred. Try again. If it happens again, start without your data.'
}

const noAccess =
  'A file in the data folder can’t be opened or changed. Check its permissions, then try again.'

const missingFile = 'A file of the app is missing. Reinstall Gen Playground. Your data isn’t affected.'

/** Explains a part of the application that could not be loaded when it was first used; undefined for other errors. */
export function explainMissingPart(error: unknown): string | undefined {
  return errorCodeOf(error) === 'MODULE_NOT_FOUND' ? missingFile : undefined
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: noAccess,
  EPERM: noAccess,
  EROFS: 'The data folder is on a read-only disk. Make it writable, then try again.',
  ENOSPC: 'The disk is full. Free up space, then try again.',
  EIO: 'The disk with the data folder reports an error. Check the disk, then try again.',
  ERR_MODULE_NOT_FOUND: missingFile,
  MODULE_NOT_FOUND: missingFile,
}

const maxDetails = 8_192

function describeDetails(error: unknown): string {
  const texts: string[] = []
  for (let current = error; current !== undefined && texts.length < 5; ) {
    texts.push(current instanceof Error ? (current.stack ?? String(current)) : String(current))
    current = current instanceof Error ? current.cause : undefined
  }
  return texts.join('\nCause: ').slice(0, maxDetails)
}

/** Names the snapshot and the file that it has replaced. */
export function describeRestored({ savedAt, appVersion }: SnapshotInfo, replaced: string): string {
  const date = new Date(savedAt).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
  const version = appVersion === null ? 'an earlier version' : `version ${appVersion}`
  return `It was saved on ${date} by ${version}. The replaced database is ${replaced} in the data folder.`
}
