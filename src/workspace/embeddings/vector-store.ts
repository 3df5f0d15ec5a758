// Vectors, stored once per text and settings, whichever sets use them. What the database could not store is in the rescue folder.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { toNeutralId } from '#shared/models/catalog'
import { type EmbeddingSettings, toSourceModel, type VectorSource } from '#shared/schemas/embedding-set'
import type { Connection } from '../database/connection'
import type { RescuedRecords } from '../database/rescued-records'
import type { Saves } from '../jobs/saves'

export type VectorStore = ReturnType<typeof createVectorStore>

export function createVectorStore(connection: Connection, now: () => number) {
  return {
    /** Returns the dimensions of the vector, or undefined if it is not stored. */
    measure: (key: Uint8Array) =>
      connection.get<{ dimensions: number }>('SELECT dimensions FROM embedding_vectors WHERE key = ?', [key])
        ?.dimensions,
    find(key: Uint8Array): Float32Array | undefined {
      const sql = 'SELECT vector FROM embedding_vectors WHERE key = ?'
      const row = connection.get<{ vector: ArrayBuffer }>(sql, [key])
      // libsql gives one row's bytes as a Buffer, several rows' as an ArrayBuffer each.
      return row && new Float32Array(new Uint8Array(row.vector).buffer)
    },
    /** Returns the bytes of several vectors in the order of their keys, without unknown ones. */
    findBytes(keys: readonly Uint8Array[]): Uint8Array[] {
      const requested = JSON.stringify(keys.map((key) => Buffer.from(key).toString('hex')))
      const rows = connection.all<{ position: number; vector: ArrayBuffer }>(findSeveralSql, [requested])
      // Sorted here, because SQLite would move all the bytes while sorting.
      return rows.sort((a, b) => a.position - b.position).map(({ vector }) => new Uint8Array(vector))
    },
    save(key: Uint8Array, vector: Float32Array) {
      const { buffer, byteOffset, byteLength, length } = vector
      connection.run(
        'INSERT OR REPLACE INTO embedding_vectors (key, dimensions, vector, created_at) VALUES (?, ?, ?, ?)',
        [key, length, new Uint8Array(buffer, byteOffset, byteLength), now()],
      )
    },
  }
}

const findSeveralSql = `SELECT requested.key AS position, stored.vector FROM json_each(?) AS requested
  CROSS JOIN embedding_vectors AS stored ON stored.key = unhex(requested.value)`

export interface EmbeddedText {
  readonly text: string
  readonly title: string | null
}

/**
 * Depends on the service, because two services may return different vectors for one model name, and on the model that the
 * text is sent to, because the same name may mean another model tomorrow.
 */
export function toKey(source: VectorSource, settings: EmbeddingSettings, embedded: EmbeddedText): Buffer {
  const { id, address = null } = source
  return hash([id, address, toSourceModel(source)], settings, embedded)
}

/**
 * Key of an imported vector: the file may name a wrong source, so the vector never counts as a service's.
 * `line` distinguishes several vectors of the same text.
 */
export function toFileKey(
  { setId, line }: { readonly setId: string; readonly line?: number },
  settings: EmbeddingSettings,
  embedded: EmbeddedText,
): Buffer {
  return hash(['file', setId, line ?? null, toNeutralId(settings.model)], settings, embedded)
}

function hash(source: readonly unknown[], settings: EmbeddingSettings, embedded: EmbeddedText): Buffer {
  const { taskType, outputDimensionality } = settings
  const parts = [taskType, outputDimensionality, toTitle(settings, embedded)]
  return createHash('sha256')
    .update(JSON.stringify([...source, ...parts, embedded.text]))
    .digest()
}

/** A title is sent only with documents for retrieval (wire §6). */
export function toTitle({ taskType }: EmbeddingSettings, { title }: EmbeddedText): string | null {
  return taskType === 'RETRIEVAL_DOCUMENT' && title !== null && title.trim() !== '' ? title : null
}

export function isEmptyText(text: string): boolean {
  return text.trim() === ''
}

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

/** Saves vectors that no row has. */
export async function cacheVectors(
  ports: { connection: Connection; vectors: VectorStore; saves: Saves; records: RescuedRecords },
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
