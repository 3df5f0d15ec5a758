// Vectors, stored once per text and settings, whichever sets use them.

import { createHash } from 'node:crypto'
import { toNeutralId } from '#shared/models/catalog'
import type { EmbeddingSettings, VectorSource } from '#shared/schemas/embedding-set'
import type { Connection } from '../database/connection'

export type VectorStore = ReturnType<typeof createVectorStore>

export function createVectorStore(connection: Connection, now: () => number) {
  return {
    /** How many numbers it has; undefined if it is not known. */
    measure: (key: Uint8Array) =>
      connection.get<{ dimensions: number }>('SELECT dimensions FROM embedding_vectors WHERE key = ?', [key])
        ?.dimensions,
    find(key: Uint8Array): Float32Array | undefined {
      const sql = 'SELECT vector FROM embedding_vectors WHERE key = ?'
      const row = connection.get<{ vector: ArrayBuffer }>(sql, [key])
      // libsql gives one row's bytes as a Buffer, several rows' as an ArrayBuffer each.
      return row && new Float32Array(new Uint8Array(row.vector).buffer)
    },
    /** The bytes of several in the order of their keys; those that are not known are left out. */
    findBytes(keys: readonly Uint8Array[]): Uint8Array[] {
      const wanted = JSON.stringify(keys.map((key) => Buffer.from(key).toString('hex')))
      const rows = connection.all<{ place: number; vector: ArrayBuffer }>(findingSeveral, [wanted])
      // Sorted here: SQLite would carry all the bytes through its sorting.
      return rows.sort((one, other) => one.place - other.place).map(({ vector }) => new Uint8Array(vector))
    },
    keep(key: Uint8Array, vector: Float32Array) {
      const { buffer, byteOffset, byteLength, length } = vector
      connection.run(
        'INSERT OR REPLACE INTO embedding_vectors (key, dimensions, vector, created_at) VALUES (?, ?, ?, ?)',
        [key, length, new Uint8Array(buffer, byteOffset, byteLength), now()],
      )
    },
  }
}

const findingSeveral = `SELECT wanted.key AS place, stored.vector FROM json_each(?) AS wanted
  CROSS JOIN embedding_vectors AS stored ON stored.key = unhex(wanted.value)`

export interface EmbeddedText {
  readonly text: string
  readonly title: string | null
}

/** Two services may make different vectors under one model's name. */
export function toKey(
  { id, address }: Pick<VectorSource, 'id' | 'address'>,
  settings: EmbeddingSettings,
  embedded: EmbeddedText,
): Buffer {
  return hash([id, address ?? null], settings, embedded)
}

/**
 * Of a vector that a file gave to a set: what the file says of it may be wrong, so it is never taken for a service's.
 * `line` distinguishes what the file has for the same text.
 */
export function toFileKey(
  { setId, line }: { readonly setId: string; readonly line?: number },
  settings: EmbeddingSettings,
  embedded: EmbeddedText,
): Buffer {
  return hash(['file', setId, line ?? null], settings, embedded)
}

function hash(source: readonly unknown[], settings: EmbeddingSettings, embedded: EmbeddedText): Buffer {
  const { model, taskType, outputDimensionality } = settings
  const parts = [toNeutralId(model), taskType, outputDimensionality, toTitle(settings, embedded)]
  return createHash('sha256')
    .update(JSON.stringify([...source, ...parts, embedded.text]))
    .digest()
}

/** A title goes along only with documents that are to be found (wire §6). */
export function toTitle({ taskType }: EmbeddingSettings, { title }: EmbeddedText): string | null {
  return taskType === 'RETRIEVAL_DOCUMENT' && title !== null && title.trim() !== '' ? title : null
}

export function isEmptyText(text: string): boolean {
  return text.trim() === ''
}
