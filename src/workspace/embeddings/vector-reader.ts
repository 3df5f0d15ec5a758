// Reads the vectors of sets over a connection of its own, so that it may stand on another thread than what writes.
import type { VectorsWish } from '#shared/vectors/vector-port'
import { connectToRead } from '../database/database'
import { findSet } from './set-rows'
import { readPieces, type VectorPieces } from './vector-pieces'
import { createVectorStore } from './vector-store'

export interface VectorReader {
  /** Those of so many numbers; refused where the set has none of them. */
  read(wish: VectorsWish): Promise<VectorPieces>
  /** What is being read then fails. */
  close(): void
}

/** Of a workspace that is open. */
export function openVectorReader(folder: string): VectorReader {
  const connection = connectToRead(folder)
  const vectors = createVectorStore(connection, Date.now)
  return {
    async read({ id, dimensions }) {
      findSet(connection, id)
      return readPieces({ connection, vectors }, id, dimensions)
    },
    close: connection.close,
  }
}
