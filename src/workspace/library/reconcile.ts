// Looks through the media folder and says what has become of the files since the last time.
import { ApiError } from '#shared/schemas/api-error'
import type { LibraryItem, Reconciliation } from '#shared/schemas/library'
import { createYield } from '../concurrency/timing'
import { adoptFile } from './adopt-file'
import type { CollectionPorts } from './collection-ports'

interface KeptFile {
  readonly media: string
  readonly file: LibraryItem['file']
  /** Null where nobody has looked into it yet. */
  readonly bytes: number | null
}

/** Refused, with nothing marked, where the folder itself is absent. */
export async function reconcile(ports: CollectionPorts): Promise<Reconciliation> {
  const { connection, media, isClosed, tell } = ports
  const listed = new Map((await media.list()).map((file) => [file.hash, file]))
  const counts = { missing: 0, changed: 0, returned: 0, adopted: 0 }
  const pause = createYield()
  if (isClosed()) return counts
  const known = readKept(ports)
  for (const kept of known.values()) {
    await pause()
    if (isClosed()) return counts
    const found = listed.get(kept.media)
    const file = judge(kept, found?.bytes)
    // One that was taken away is written again.
    if (found?.hasSidecar === false) connection.run(withoutSidecar, [kept.media])
    if (file === kept.file) continue
    // What was made anew since the list was read is there.
    if (file === 'missing' && (await isThere(ports, kept.media))) continue
    connection.run('UPDATE items SET file = ? WHERE media = ?', [file, kept.media])
    counts[file === 'here' ? 'returned' : file] += 1
    tell()
  }
  for (const file of listed.values()) {
    await pause()
    if (isClosed()) return counts
    if (file.hasSidecar && !known.has(file.hash) && !isLetGo(ports, file.hash))
      counts.adopted += await adoptFile(ports, file)
  }
  return counts
}

const withoutSidecar = 'UPDATE items SET beside = 0 WHERE media = ? AND beside = 1'

/** By hash, the bin's too. */
function readKept({ connection }: CollectionPorts): Map<string, KeptFile> {
  const row = connection.get<{ kept: string }>(
    `SELECT json_group_array(json_array(media, file, bytes)) AS kept FROM (
      SELECT media, file, max(bytes) AS bytes FROM items WHERE media IS NOT NULL GROUP BY media)`,
  )
  // SQLite has written it in this form just now.
  const kept = JSON.parse(row?.kept ?? '[]') as [string, LibraryItem['file'], number | null][]
  return new Map(kept.map(([media, file, bytes]) => [media, { media, file, bytes }]))
}

/** It is about to be removed. */
function isLetGo({ connection }: CollectionPorts, hash: string): boolean {
  return connection.get('SELECT 1 AS yes FROM media_let_go WHERE media = ?', [hash]) !== undefined
}

function judge({ bytes }: KeptFile, found: number | undefined): 'missing' | 'changed' | 'here' {
  if (found === undefined) return 'missing'
  return bytes === null || bytes === found ? 'here' : 'changed'
}

async function isThere({ media }: CollectionPorts, hash: string): Promise<boolean> {
  return await media.open(hash).then(
    () => true,
    (error: unknown) => {
      // A folder that has gone away meanwhile says nothing of its files.
      if (error instanceof ApiError && error.code === 'NOT_FOUND') return false
      throw error
    },
  )
}
