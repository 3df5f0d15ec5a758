// Tells how something was made: as the database knows it, else its sidecar, else the file itself.
import type { AnyMaking, Making } from '#shared/schemas/making'
import { readEmbedded } from '../media/image-metadata/read-embedded'
import type { CollectionPorts } from './collection-ports'
import { readMaking, readSidecar, toMaker } from './sidecars'

type MakingPorts = Pick<CollectionPorts, 'connection' | 'media'>

interface ItemRow {
  readonly id: string
  readonly media: string | null
  readonly turn_id: string | null
  readonly job_id: string | null
}

export async function tellMaking({ connection, media }: MakingPorts, id: string): Promise<AnyMaking | null> {
  const known = readMaking(connection, id)
  if (known) return known
  const row = connection.get<ItemRow>('SELECT id, media, turn_id, job_id FROM items WHERE id = ?', [id])
  if (!row?.media) return null
  const beside = await readSidecar(media, row.media)
  return beside.find((making) => toMaker(making) === (row.turn_id ?? row.job_id)) ?? beside.at(-1) ?? null
}

/** Of a picture; of bytes that were made several times, the latest that is not in the bin. Null where nothing tells. */
export async function tellMakingOf({ connection, media }: MakingPorts, hash: string): Promise<Making | null> {
  const row = connection.get<ItemRow>(
    `SELECT id, media, turn_id, job_id FROM items WHERE media = ? AND kind = 'image'
      ORDER BY deleted_at IS NOT NULL, created_at DESC, seq DESC LIMIT 1`,
    [hash],
  )
  const known = row && (await tellMaking({ connection, media }, row.id))
  if (known && isPictures(known)) return known
  const beside = (await readSidecar(media, hash)).filter(isPictures)
  const bytes = beside.length > 0 ? undefined : await media.read(hash).catch(() => undefined)
  return beside.at(-1) ?? (bytes ? readEmbedded(bytes) : null)
}

function isPictures(making: AnyMaking): making is Making {
  return !('kind' in making)
}
