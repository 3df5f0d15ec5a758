// The vectors that have come, each kept once under its key.
import type { Connection } from '../../storage/connection'

export interface VectorStore {
  /** How many numbers it has; undefined where it is not known. */
  measure(key: Uint8Array): number | undefined
  find(key: Uint8Array): Float32Array | undefined
  keep(key: Uint8Array, vector: Float32Array): void
}

export function createVectorStore(connection: Connection, now: () => number): VectorStore {
  return {
    measure: (key) =>
      connection.get<{ dimensions: number }>('SELECT dimensions FROM embedding_vectors WHERE key = ?', [key])
        ?.dimensions,
    find(key) {
      const sql = 'SELECT vector FROM embedding_vectors WHERE key = ?'
      const row = connection.get<{ vector: ArrayBuffer }>(sql, [key])
      // libsql gives one row's bytes as a Buffer, several rows' as an ArrayBuffer each.
      return row && new Float32Array(new Uint8Array(row.vector).buffer)
    },
    keep(key, vector) {
      const { buffer, byteOffset, byteLength, length } = vector
      connection.run(
        'INSERT OR REPLACE INTO embedding_vectors (key, dimensions, vector, created_at) VALUES (?, ?, ?, ?)',
        [key, length, new Uint8Array(buffer, byteOffset, byteLength), now()],
      )
    },
  }
}
