// Saves vectors that the database could not store in the rescue folder; the next start restores them.
import { z } from 'zod'
import type { Connection } from '../database/connection'
import type { RescuedRecords } from '../database/rescued-records'
import type { Saves } from '../jobs/saves'
import { createVectorStore, type VectorStore } from './vector-store'

interface KeyedVector {
  readonly key: Buffer
  readonly vector: Float32Array
}

const Hex = z.string().regex(/^[0-9a-f]+$/)
const Record = z.object({
  kind: z.literal('vectors'),
  name: z.string(),
  /** The bytes of 32-bit floats, little-endian, in Base64. */
  vectors: z.array(z.object({ key: Hex, values: z.string() })),
})

interface VectorsToSave {
  readonly setId: string
  readonly vectors: readonly KeyedVector[]
  readonly save: () => void | Promise<void>
  readonly onFailure?: () => void
}

/** The vectors are paid for: they stay in memory, with a copy in the rescue folder, until the database stores them. */
export async function saveVectors(
  { saves, records }: { readonly saves: Saves; readonly records: RescuedRecords },
  { setId, vectors, save, onFailure }: VectorsToSave,
): Promise<void> {
  let rescued: string | undefined
  await saves.run({
    owner: setId,
    save,
    async onFailure() {
      onFailure?.()
      rescued ??= await rescue(records, vectors)
      return rescued !== undefined
    },
  })
  if (rescued !== undefined) await records.remove(rescued).catch(() => undefined)
}

interface CachePorts {
  readonly connection: Connection
  readonly vectors: VectorStore
  readonly saves: Saves
  readonly records: RescuedRecords
}

/** Saves vectors that no row has. */
export async function cacheVectors(
  ports: CachePorts,
  { setId, vectors }: Pick<VectorsToSave, 'setId' | 'vectors'>,
): Promise<void> {
  const save = () =>
    ports.connection.transactDurably(() => {
      for (const { key, vector } of vectors) ports.vectors.save(key, vector)
    })
  await saveVectors(ports, { setId, vectors, save })
}

/** Resolves to the name of the record, or to undefined if the rescue folder could not store it either. */
async function rescue(records: RescuedRecords, vectors: readonly KeyedVector[]): Promise<string | undefined> {
  const name = `vectors ${vectors.map(({ key }) => key.toString('hex')).join(' ')}`
  const written = vectors.map(({ key, vector: { buffer, byteOffset, byteLength } }) => ({
    key: key.toString('hex'),
    values: Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
  }))
  return await records.save(name, { kind: 'vectors', name, vectors: written }).then(
    () => name,
    () => undefined,
  )
}

export async function restoreRescuedVectors({
  connection,
  records,
  now,
}: {
  connection: Connection
  records: RescuedRecords
  now: () => number
}): Promise<void> {
  const store = createVectorStore(connection, now)
  for (const record of await records.list()) {
    const found = Record.safeParse(record).data
    if (!found) continue
    connection.transactDurably(() => {
      for (const { key, values } of found.vectors) {
        // Copied, because a view of floats must start at a multiple of four bytes.
        const bytes = Uint8Array.from(Buffer.from(values, 'base64'))
        if (bytes.length % 4 === 0) store.save(Buffer.from(key, 'hex'), new Float32Array(bytes.buffer))
      }
    })
    await records.remove(found.name).catch(() => undefined)
  }
}
