// Reads the vectors of a set as one block of bytes (`shared/vectors/vector-block`), piece by piece.
import { ApiError } from '#shared/schemas/api-error'
import { makeBlockHead, sizeOfBlock } from '#shared/vectors/vector-block'
import { createPause } from '../../pause'
import type { EmbeddingPorts } from './embedding-ports'

export interface VectorPieces {
  readonly byteLength: number
  /** Read once. */
  readonly pieces: AsyncIterable<Uint8Array>
}

interface KeyRow {
  readonly row_id: number
  readonly key: ArrayBuffer
}

/** Bytes of one piece, about. */
const pieceLength = 1_048_576

/** What stands in it is settled with the call: rows that change while it is read do not change it. */
export function readPieces(
  { connection, vectors }: Pick<EmbeddingPorts, 'connection' | 'vectors'>,
  setId: string,
  dimensions: number,
): VectorPieces {
  const rows = connection.all<KeyRow>(
    `SELECT row_id, key FROM embedding_rows WHERE set_id = ? AND deleted_at IS NULL AND state = 'done'
      AND dimensions = CAST(? AS INTEGER) ORDER BY position, seq`,
    [setId, dimensions],
  )
  async function* pieces(): AsyncGenerator<Uint8Array> {
    const head = makeBlockHead(rows.length, dimensions)
    for (const [index, row] of rows.entries()) head.rowIds[index] = row.row_id
    yield head.bytes
    const atOnce = Math.max(1, Math.floor(pieceLength / (dimensions * 4)))
    const pause = createPause()
    for (let at = 0; at < rows.length; at += atOnce) {
      await pause()
      const slice = rows.slice(at, at + atOnce)
      const values = new Float32Array(slice.length * dimensions)
      for (const [index, { key }] of slice.entries()) {
        const vector = vectors.find(new Uint8Array(key))
        if (vector?.length !== dimensions) throw gone()
        values.set(vector, index * dimensions)
      }
      yield new Uint8Array(values.buffer)
    }
  }
  return { byteLength: sizeOfBlock(rows.length, dimensions), pieces: pieces() }
}

function gone(): ApiError {
  return new ApiError('NOT_FOUND', 'A vector of this set is not there any more.')
}
