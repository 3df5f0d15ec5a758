// Adds to items what their files tell, and puts the sidecars beside the files.

import type { Connection } from '../database/connection'
import { measurePicture } from '../media/image-metadata/measure-picture'
import { measureVideo } from '../media/measure-video'
import type { CollectionPorts } from './collection-ports'
import { addToSidecar, readMaking } from './sidecars'

interface OpenRow {
  readonly seq: number
  readonly id: string
  readonly kind: string
  readonly media: string
}

/** Those without a sidecar. What cannot be written now is left for the next time. */
export async function completeItems(ports: CollectionPorts): Promise<void> {
  let after = 0
  while (!ports.isClosed()) {
    const row = findNext(ports.connection, after)
    if (!row) return
    after = row.seq
    await completeItem(ports, row)
  }
}

function findNext(connection: Connection, after: number): OpenRow | undefined {
  return connection.get<OpenRow>(
    `SELECT seq, id, kind, media FROM items
      WHERE beside = 0 AND media IS NOT NULL AND seq > CAST(? AS INTEGER) ORDER BY seq LIMIT 1`,
    [after],
  )
}

async function completeItem(ports: CollectionPorts, row: OpenRow): Promise<void> {
  const { connection, media, isClosed, tell } = ports
  const facts = await readFacts(ports, row)
  if (!facts || isClosed()) return
  const making = readMaking(connection, row.id)
  connection.run(
    `UPDATE items SET mime_type = ?, bytes = coalesce(bytes, ?), width = coalesce(?, width),
      height = coalesce(?, height), seconds = coalesce(seconds, ?) WHERE seq = ?`,
    [facts.mimeType, facts.bytes, facts.width, facts.height, facts.seconds, row.seq],
  )
  tell()
  const isWritten = !making || (await attempt(() => addToSidecar(media, row.media, making)))
  if (isWritten && !isClosed()) connection.run('UPDATE items SET beside = 1 WHERE seq = ?', [row.seq])
}

/** Undefined where the file cannot be read: the look through the folder says why. */
async function readFacts({ media }: CollectionPorts, { kind, media: hash }: OpenRow) {
  try {
    const { mimeType, length, path } = await media.open(hash)
    const size = kind === 'image' ? measurePicture(await media.read(hash)) : null
    const { width = null, height = null } = size ?? {}
    const shown = kind === 'video' ? await measureVideo(path) : { width, height, seconds: null }
    return { mimeType, bytes: length, ...shown }
  } catch {
    return undefined
  }
}

/** A folder that is full or gone costs the sidecar alone, and only for now. */
async function attempt(write: () => Promise<void>): Promise<boolean> {
  try {
    await write()
    return true
  } catch {
    return false
  }
}
