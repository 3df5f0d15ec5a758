// What stands beside each file: a list of how its bytes were made, because the same may be made twice.
import { z } from 'zod'
import { AnyMaking } from '#shared/schemas/making'
import type { Connection } from '../database/connection'
import { readStored } from '../database/stored-json'
import type { Media } from '../media/media'
import { readTurnMaking } from './read-making'

interface MakingRow {
  readonly turn_id: string | null
  readonly making: string | null
}

/** As the database tells it; undefined where neither the item nor its turn does. */
export function readMaking(connection: Connection, itemId: string): AnyMaking | undefined {
  const row = connection.get<MakingRow>('SELECT turn_id, making FROM items WHERE id = ?', [itemId])
  const stored = row?.making ? readStored(AnyMaking, row.making) : undefined
  return stored ?? (row?.turn_id ? readTurnMaking(connection, row.turn_id) : undefined)
}

const Entries = z.array(z.unknown())

/** The entries as they stand, those of other programs too; none where there is no sidecar or it is damaged. */
async function readEntries(media: Media, hash: string): Promise<unknown[]> {
  const found = Entries.safeParse(await media.readBeside(hash))
  return found.data ?? []
}

/** Where it cannot be read it tells nothing. */
export async function readSidecar(media: Media, hash: string): Promise<AnyMaking[]> {
  const entries = await readEntries(media, hash).catch(() => [])
  return entries.flatMap((entry) => (isMaking(entry) ? [entry] : []))
}

/** As it came: the schema's copy would lose unknown fields. */
function isMaking(entry: unknown): entry is AnyMaking {
  return AnyMaking.safeParse(entry).success
}

/** The id of the turn or of the job that has made it. */
export function toMaker(making: AnyMaking): string {
  return 'kind' in making ? making.jobId : making.turnId
}

/** An entry of the same maker is left alone, with whatever else stands in it. */
export async function addToSidecar(media: Media, hash: string, making: AnyMaking): Promise<void> {
  const entries = await readEntries(media, hash)
  if (entries.some((entry) => isMaking(entry) && toMaker(entry) === toMaker(making))) return
  await media.writeBeside(hash, [...entries, making])
}

/** Without what these turns and jobs have made; an empty list tells of nothing. */
export async function takeFromSidecar(
  media: Media,
  hash: string,
  makers: ReadonlySet<string>,
): Promise<void> {
  const entries = await readEntries(media, hash)
  const left = entries.filter((entry) => !(isMaking(entry) && makers.has(toMaker(entry))))
  if (left.length < entries.length) await media.writeBeside(hash, left)
}
