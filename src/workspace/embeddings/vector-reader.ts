// Reads the vectors of a set over a separate connection, in a thread beside the workspace's.

import { ApiError } from '#shared/schemas/api-error'
import { makeBlockHead, sizeOfBlock } from '#shared/vectors/vector-block'
import type { VectorsRequest } from '#shared/vectors/vector-port'
import { createYield } from '../concurrency/timing'
import type { Connection } from '../database/connection'
import { connectReadOnly } from '../database/database'
import type { EmbeddingPorts } from './embedding-ports'
import { findSet } from './set-rows'
import { readInOrder } from './text-rows'
import { createVectorStore } from './vector-store'

export type VectorReader = ReturnType<typeof openVectorReader>

/** The workspace must be open. */
export function openVectorReader(folder: string) {
  const connection = connectReadOnly(folder)
  const vectors = createVectorStore(connection, Date.now)
  return {
    /** Reads the vectors with that many dimensions; throws if the set has none. */
    async read({ id, dimensions }: VectorsRequest): Promise<VectorChunks> {
      findSet(connection, id)
      return readChunks({ connection, vectors }, id, dimensions)
    },
    /** Makes reads in progress fail. */
    close: connection.close,
  }
}

export interface VectorChunks {
  readonly byteLength: number
  /** Can be read once. Each chunk has its own memory, which may be transferred with it. */
  readonly chunks: AsyncIterable<Uint8Array<ArrayBuffer>>
  /** Returns the memory of a chunk that is no longer needed, for reuse. */
  release(memory: ArrayBuffer): void
}

/**
 * Approximate size of a chunk in bytes. From one mebibyte on, Chromium's allocator requests memory from the system each
 * time, which takes longer than filling it.
 */
const chunkLength = 860_160

/** Throws if the set has no such vectors. Reads a snapshot: rows that change meanwhile do not affect it. */
async function readChunks(
  { connection, vectors }: Pick<EmbeddingPorts, 'connection' | 'vectors'>,
  setId: string,
  dimensions: number,
): Promise<VectorChunks> {
  const released: ArrayBuffer[] = []
  const keyOf = await listKeys(connection, setId, dimensions)
  if (keyOf.size === 0) {
    const message = `dimensions: this set has no vectors with ${dimensions} dimensions`
    throw new ApiError('NOT_FOUND', message, { param: 'dimensions' })
  }
  async function* readAll(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const { bytes, rowIds } = makeBlockHead(keyOf.size, dimensions)
    rowIds.set([...keyOf.keys()])
    yield bytes
    const keys = [...keyOf.values()]
    const length = dimensions * 4
    const vectorsPerChunk = Math.max(1, Math.floor(chunkLength / length))
    const pause = createYield()
    for (let at = 0; at < keys.length; at += vectorsPerChunk) {
      await pause()
      const slice = keys.slice(at, at + vectorsPerChunk)
      const found = vectors.findBytes(slice)
      const isComplete = found.length === slice.length && found.every((each) => each.byteLength === length)
      if (!isComplete) throw new ApiError('NOT_FOUND', 'A vector in this set no longer exists.')
      const chunk = allocate(released, found.length * length)
      for (const [index, each] of found.entries()) chunk.set(each, index * length)
      yield chunk
    }
  }
  return {
    byteLength: sizeOfBlock(keyOf.size, dimensions),
    chunks: readAll(),
    release: (memory) => released.push(memory),
  }
}

function allocate(released: ArrayBuffer[], byteLength: number): Uint8Array<ArrayBuffer> {
  const memory = released.pop()
  return memory?.byteLength === byteLength ? new Uint8Array(memory) : new Uint8Array(byteLength)
}

/** Selects all rows: with few matches, a slice of only those would scan the whole set. */
const selected =
  "row_id AS id, CASE WHEN state = 'done' AND dimensions = CAST(? AS INTEGER) THEN key END AS key"

/** Keys by row id, in the order of the set. A map, because a row moved meanwhile may be read twice. */
async function listKeys(
  connection: Connection,
  setId: string,
  dimensions: number,
): Promise<Map<number, Uint8Array>> {
  const keyOf = new Map<number, Uint8Array>()
  // The key is null if the row has no vector, or one of another length.
  type KeyRow = { readonly id: number; readonly key: ArrayBuffer | null }
  for await (const slice of readInOrder<KeyRow>(connection, setId, { selected, values: [dimensions] }))
    for (const { id, key } of slice) if (key) keyOf.set(id, new Uint8Array(key))
  return keyOf
}
