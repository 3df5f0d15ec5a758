// Files of edited or deleted rows: recorded within the change, and removed once no row refers to them.
import { ApiError } from '#shared/schemas/api-error'
import type { Connection } from '../database/connection'
import { findValue, listValues } from '../database/rows'
import { readSidecar, removeFromSidecar, toProducerId } from './generation-metadata'
import type { LibraryPorts } from './item-rows'

/** True if any row refers to the file, in the trash or not. */
function isReferenced(connection: Connection, hash: string): boolean {
  return findValue(connection, 'SELECT 1 FROM media_refs WHERE media = unhex(?)', [hash]) !== undefined
}

/** Returns the number of freed bytes. A file that cannot be removed does not block others. */
export async function sweepMedia(ports: LibraryPorts): Promise<number> {
  const { connection, isClosed } = ports
  const failures: unknown[] = []
  let bytes = 0
  for (const media of listValues<string>(connection, 'SELECT media FROM unneeded_media')) {
    if (isClosed()) return bytes
    try {
      bytes += await sweepFile(ports, media)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw notRemoved(failures)
  return bytes
}

async function sweepFile({ connection, media, isClosed }: LibraryPorts, hash: string): Promise<number> {
  const isNeeded = () => isClosed() || isReferenced(connection, hash)
  const bytes = isNeeded() ? 0 : await media.remove(hash, isNeeded)
  if (isClosed()) return bytes
  if (isReferenced(connection, hash)) await pruneSidecar({ connection, media }, hash)
  else connection.run('DELETE FROM loudness WHERE media = ?', [hash])
  if (!isClosed()) connection.run('DELETE FROM unneeded_media WHERE media = ?', [hash])
  return bytes
}

function notRemoved(failures: readonly unknown[]): ApiError {
  const [first] = failures
  const reason = first instanceof Error ? first.message : String(first)
  const files = failures.length === 1 ? '1 file' : `${failures.length.toLocaleString('en')} files`
  const message = `${files} couldn’t be removed from the media folder: ${reason.replace(/\.$/, '')}. The app tries again at its next start.`
  return new ApiError('INTERNAL', message, { cause: first })
}

/**
 * Removes the entries of deleted items from the sidecar of a file that stays; an edited transcript has another file now.
 * The last entry of an image stays, so that the file retains its metadata.
 */
async function pruneSidecar(
  { connection, media }: Pick<LibraryPorts, 'connection' | 'media'>,
  hash: string,
): Promise<void> {
  const sql = 'SELECT 1 FROM items WHERE media = ? AND coalesce(turn_id, job_id) = ?'
  const entries = await readSidecar(media, hash)
  const deleted = entries.filter(
    (metadata) => connection.get(sql, [hash, toProducerId(metadata)]) === undefined,
  )
  const removed = deleted.length < entries.length ? deleted : deleted.filter((metadata) => 'kind' in metadata)
  if (removed.length > 0) await removeFromSidecar(media, hash, new Set(removed.map(toProducerId)))
}
