// Reads the vectors of a set as one block of bytes (`shared/vectors/vector-block`), piece by piece.
import { ApiError } from '#shared/schemas/api-error'
import { makeBlockHead, sizeOfBlock } from '#shared/vectors/vector-block'
import { createPause } from '../../pause'
import type { Connection } from '../../storage/connection'
import type { EmbeddingPorts } from './embedding-ports'

export interface VectorPieces {
  readonly byteLength: number
  /** Read once. Each is good until the next one is asked for: they come in the same memory. */
  readonly pieces: AsyncIterable<Uint8Array<ArrayBuffer>>
}

/** Bytes of one piece, about. */
const pieceLength = 2_097_152

/** What stands in it is settled before it is read: rows that change meanwhile do not change it. */
export async function readPieces(
  { connection, vectors }: Pick<EmbeddingPorts, 'connection' | 'vectors'>,
  setId: string,
  dimensions: number,
): Promise<VectorPieces> {
  const keyOf = await listKeys(connection, setId, dimensions)
  async function* pieces(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const { bytes, rowIds } = makeBlockHead(keyOf.size, dimensions)
    rowIds.set([...keyOf.keys()])
    yield bytes
    const keys = [...keyOf.values()]
    const length = dimensions * 4
    const atOnce = Math.max(1, Math.floor(pieceLength / length))
    const pause = createPause()
    let room = new Uint8Array(0)
    for (let at = 0; at < keys.length; at += atOnce) {
      await pause()
      const slice = keys.slice(at, at + atOnce)
      const found = vectors.findBytes(slice)
      const isWhole = found.length === slice.length && found.every((each) => each.byteLength === length)
      if (!isWhole) throw gone()
      // In memory of its own: that of a pool would go to the page with all that stands in it.
      if (room.length !== found.length * length) room = new Uint8Array(found.length * length)
      for (const [index, each] of found.entries()) room.set(each, index * length)
      yield room
    }
  }
  return { byteLength: sizeOfBlock(keyOf.size, dimensions), pieces: pieces() }
}

interface KeyRow {
  readonly row_id: number
  /** Null where it has no vector, or one of another length. */
  readonly key: ArrayBuffer | null
  readonly position: number
  readonly seq: number
}

const rowsAtOnce = 2000

/** By the ids of their rows, in the order of the set. A row that is moved meanwhile stands there once. */
async function listKeys(
  connection: Connection,
  setId: string,
  dimensions: number,
): Promise<Map<number, Uint8Array>> {
  const keyOf = new Map<number, Uint8Array>()
  const pause = createPause()
  let last: Pick<KeyRow, 'position' | 'seq'> | undefined = { position: -1e300, seq: 0 }
  while (last) {
    const rows: KeyRow[] = connection.all<KeyRow>(listing, [dimensions, setId, last.position, last.seq])
    for (const { row_id, key } of rows) if (key) keyOf.set(row_id, new Uint8Array(key))
    last = rows.length < rowsAtOnce ? undefined : rows.at(-1)
    await pause()
  }
  return keyOf
}

/**
 * The index has them in order: another one would have all of them sorted for every slice. All rows: where few have such a
 * vector, a slice of those alone would be all of the set.
 */
const listing = `SELECT row_id, position, seq, CASE WHEN state = 'done' AND dimensions = CAST(? AS INTEGER) THEN key END AS key
  FROM embedding_rows INDEXED BY embedding_rows_in_order WHERE set_id = ? AND deleted_at IS NULL AND (position, seq) > (?, ?) ORDER BY position, seq LIMIT ${rowsAtOnce}`

function gone(): ApiError {
  return new ApiError('NOT_FOUND', 'A vector of this set is not there any more.')
}
