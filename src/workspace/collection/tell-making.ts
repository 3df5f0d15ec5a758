// Tells how something was made: as the database knows it, else its sidecar, else the file itself.
import type { Making } from '#shared/schemas/making'
import { readEmbedded } from '../pictures/read-embedded'
import type { CollectionPorts } from './collection-ports'
import { readMaking, readSidecar } from './sidecars'

type MakingPorts = Pick<CollectionPorts, 'connection' | 'media'>

interface ItemRow {
  readonly id: string
  readonly media: string | null
  readonly turn_id: string | null
}

export async function tellMaking({ connection, media }: MakingPorts, id: string): Promise<Making | null> {
  const known = readMaking(connection, id)
  if (known) return known
  const row = connection.get<ItemRow>('SELECT id, media, turn_id FROM items WHERE id = ?', [id])
  if (!row?.media) return null
  const beside = await readSidecar(media, row.media)
  return beside.find(({ turnId }) => turnId === row.turn_id) ?? beside.at(-1) ?? null
}

/** Of bytes that were made several times, the latest that is not in the bin. Null where nothing tells. */
export async function tellMakingOf({ connection, media }: MakingPorts, hash: string): Promise<Making | null> {
  const row = connection.get<ItemRow>(
    `SELECT id, media, turn_id FROM items WHERE media = ?
      ORDER BY deleted_at IS NOT NULL, created_at DESC, seq DESC LIMIT 1`,
    [hash],
  )
  const known = row && (await tellMaking({ connection, media }, row.id))
  if (known) return known
  const beside = await readSidecar(media, hash)
  const bytes = beside.length > 0 ? undefined : await media.read(hash).catch(() => undefined)
  return beside.at(-1) ?? (bytes ? readEmbedded(bytes) : null)
}
