// Reads the vectors of a set over a connection of its own, for a thread beside the workspace's.

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

/** Of a workspace that is open. */
export function openVectorReader(folder: string) {
  const connection = connectReadOnly(folder)
  const vectors = createVectorStore(connection, Date.now)
  return {
    /** Those of so many numbers; refused if the set has none of them. */
    async read({ id, dimensions }: VectorsRequest): Promise<VectorChunks> {
      findSet(connection, id)
      return readPieces({ connection, vectors }, id, dimensions)
    },
    /** What is being read then fails. */
    close: connection.close,
  }
}

export interface VectorChunks {
  readonly byteLength: number
  /** Read once. Each has memory of its own, which may be given away with it. */
  readonly pieces: AsyncIterable<Uint8Array<ArrayBuffer>>
  /** Of a piece that nobody needs any longer: another one comes in it. */
  giveBack(memory: ArrayBuffer): void
}

/**
 * Bytes of one piece, about. For a mebibyte or more, Chromium's allocator asks the system for memory each time, which
 * takes longer than to fill it.
 */
const pieceLength = 860_160

/** Refused if the set has no such vectors. Rows that change while it is read do not change it. */
async function readPieces(
  { connection, vectors }: Pick<EmbeddingPorts, 'connection' | 'vectors'>,
  setId: string,
  dimensions: number,
): Promise<VectorChunks> {
  const rooms: ArrayBuffer[] = []
  const keyOf = await listKeys(connection, setId, dimensions)
  if (keyOf.size === 0) {
    const message = `dimensions: this set has no vectors with ${dimensions} dimensions`
    throw new ApiError('NOT_FOUND', message, { param: 'dimensions' })
  }
  async function* pieces(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const { bytes, rowIds } = makeBlockHead(keyOf.size, dimensions)
    rowIds.set([...keyOf.keys()])
    yield bytes
    const keys = [...keyOf.values()]
    const length = dimensions * 4
    const atOnce = Math.max(1, Math.floor(pieceLength / length))
    const pause = createYield()
    for (let at = 0; at < keys.length; at += atOnce) {
      await pause()
      const slice = keys.slice(at, at + atOnce)
      const found = vectors.findBytes(slice)
      const isWhole = found.length === slice.length && found.every((each) => each.byteLength === length)
      if (!isWhole) throw new ApiError('NOT_FOUND', 'A vector in this set no longer exists.')
      const room = takeRoom(rooms, found.length * length)
      for (const [index, each] of found.entries()) room.set(each, index * length)
      yield room
    }
  }
  return {
    byteLength: sizeOfBlock(keyOf.size, dimensions),
    pieces: pieces(),
    giveBack: (room) => rooms.push(room),
  }
}

function takeRoom(rooms: ArrayBuffer[], byteLength: number): Uint8Array<ArrayBuffer> {
  const room = rooms.pop()
  return room?.byteLength === byteLength ? new Uint8Array(room) : new Uint8Array(byteLength)
}

/** All rows are read: if few have such a vector, a slice of those alone would be all of the set. */
const selected =
  "row_id AS id, CASE WHEN state = 'done' AND dimensions = CAST(? AS INTEGER) THEN key END AS key"

/** By the ids of their rows, in the order of the set. A row that is moved meanwhile is there once. */
async function listKeys(
  connection: Connection,
  setId: string,
  dimensions: number,
): Promise<Map<number, Uint8Array>> {
  const keyOf = new Map<number, Uint8Array>()
  // The key is null if it has no vector, or one of another length.
  type KeyRow = { readonly id: number; readonly key: ArrayBuffer | null }
  for await (const slice of readInOrder<KeyRow>(connection, setId, { selected, values: [dimensions] }))
    for (const { id, key } of slice) if (key) keyOf.set(id, new Uint8Array(key))
  return keyOf
}
