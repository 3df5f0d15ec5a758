// Gives rows the vectors that are cached, and takes them from rows again.

import { ApiError } from '#shared/schemas/api-error'
import type { EmbeddingSettings, VectorSource } from '#shared/schemas/embedding-set'
import { createYield } from '../concurrency/timing'
import type { EmbeddingPorts } from './embedding-ports'
import { eachSlice, type StoredRow } from './text-rows'
import { isEmptyText, toFileKey, toKey } from './vector-store'

interface Wanted {
  readonly setId: string
  readonly settings: EmbeddingSettings
  /** Null if nobody was asked for any vector yet. */
  readonly source: VectorSource | null
  /** Whether what the set came with from a file counts as well: not if it is asked for again. */
  readonly withFile: boolean
  readonly rowIds: readonly number[]
  readonly signal?: AbortSignal
}

const sliceLength = 200

/** The ids of those that are not known, in their order. */
export async function applyCached(ports: EmbeddingPorts, wanted: Wanted): Promise<number[]> {
  const { connection, rows, feed, list, closing } = ports
  const { setId, rowIds, signal } = wanted
  const left: number[] = []
  for await (const slice of eachSlice(connection, rowIds, sliceLength)) {
    if (closing.aborted || signal?.aborted) return left
    const taken = connection.transact(() => {
      const found = slice.flatMap((id) => {
        const row = rows.find(setId, id)
        if (!row || !needsVector(row)) return []
        if (applyCachedRow(ports, wanted, row)) return [row]
        left.push(id)
        return []
      })
      if (found.length > 0) list(setId)
      return found
    })
    for (const { id } of taken) feed.publishRow(setId, { id, state: 'done', error: null, cached: true })
  }
  return left
}

/** One that has no vector, and can have one. */
export function needsVector({ state, text }: StoredRow): boolean {
  return (state === 'waiting' || state === 'failed') && !isEmptyText(text)
}

type Place = Pick<Wanted, 'setId' | 'settings' | 'source' | 'withFile'>

/** Within a transaction. */
export function applyCachedRow({ rows, vectors }: EmbeddingPorts, place: Place, row: StoredRow): boolean {
  for (const key of listKeys(place, row)) {
    const dimensions = vectors.measure(key)
    if (dimensions === undefined) continue
    return rows.change(place.setId, row, { state: 'done', key, dimensions, error: null, cached: true })
  }
  return false
}

function listKeys({ setId, settings, source, withFile }: Place, row: StoredRow): Buffer[] {
  const asked = source ? [toKey(source, settings, row)] : []
  return withFile ? [...asked, toFileKey({ setId }, settings, row)] : asked
}

const clearSliceLength = 1000

/**
 * Those of deleted rows, too: they may come back. `then` is done once no row has any, before anything else can give one
 * to a row. Nothing is done if the program closes in the middle of it.
 */
export async function clearRows<Result>(
  { connection, tally, feed, closing }: EmbeddingPorts,
  setId: string,
  then: () => Result,
): Promise<Result> {
  const pause = createYield()
  let after = 0
  for (;;) {
    const last = connection.get<{ last: number | null }>(
      `SELECT max(row_id) AS last FROM (SELECT row_id FROM embedding_rows WHERE set_id = ?
        AND row_id > CAST(? AS INTEGER) ORDER BY row_id LIMIT ${clearSliceLength})`,
      [setId, after],
    )?.last
    if (!last) break
    connection.run(
      `${clearing} AND row_id > CAST(? AS INTEGER) AND row_id <= CAST(? AS INTEGER)
        AND state IN ('done', 'failed')`,
      [setId, after, last],
    )
    tally.forget(setId)
    after = last
    await pause()
    await connection.lock.whenFree()
    if (closing.aborted) throw new ApiError('CANCELLED', 'Gen Playground is quitting.')
  }
  // Rows that were edited meanwhile have been given what was known under the old settings.
  connection.run(`${clearing} AND deleted_at IS NULL AND state = 'done'`, [setId])
  tally.forget(setId)
  tally.renewVectors(setId)
  const result = then()
  feed.publishRows(setId)
  return result
}

const clearing = `UPDATE embedding_rows SET state = 'waiting', key = NULL, dimensions = NULL, error = NULL, cached = 0
  WHERE set_id = ?`
