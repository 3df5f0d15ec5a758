// Files that an edited or deleted item named: noted with its change, and removed once nothing needs them.
import type { Connection } from '../storage/connection'
import type { CollectionPorts } from './collection-ports'
import { readSidecar, takeFromSidecar, toMaker } from './sidecars'
import { findMediaInUse, isHash } from './used-media'

/** Within the transaction of the change. */
export function letGo(connection: Connection, hashes: readonly string[]): void {
  for (const hash of hashes.filter(isHash))
    connection.run('INSERT OR IGNORE INTO media_let_go VALUES (?)', [hash])
}

/** How many bytes were freed. What is in the bin needs its files, too. */
export async function sweepMedia(ports: CollectionPorts): Promise<number> {
  const { connection, media, isClosed } = ports
  const rows = connection.all<{ media: string }>('SELECT media FROM media_let_go')
  if (rows.length === 0) return 0
  const inUse = await findMediaInUse(ports, new Set(rows.map((row) => row.media)), { bin: true })
  let bytes = 0
  for (const { media: hash } of rows) {
    if (isClosed()) return bytes
    const isUsed = () => inUse.isUsed(hash)
    if (!isUsed()) bytes += await media.remove(hash, isUsed)
    if (isClosed()) return bytes
    if (isUsed()) await pruneSidecar(ports, hash)
    else connection.run('DELETE FROM loudness WHERE media = ?', [hash])
    if (isClosed()) return bytes
    connection.run('DELETE FROM media_let_go WHERE media = ?', [hash])
  }
  return bytes
}

/** A file that stays for something else does not tell any more of a job whose item is another file by now. */
async function pruneSidecar({ connection, media }: CollectionPorts, hash: string): Promise<void> {
  const sql = 'SELECT 1 AS yes FROM items WHERE job_id = ? AND media = ?'
  const isOf = (jobId: string) => connection.get<{ yes: number }>(sql, [jobId, hash]) !== undefined
  const makers = (await readSidecar(media, hash))
    .filter((making) => 'kind' in making && !isOf(making.jobId))
    .map(toMaker)
  if (makers.length > 0) await takeFromSidecar(media, hash, new Set(makers))
}
