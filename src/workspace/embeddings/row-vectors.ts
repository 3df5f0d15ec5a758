// Applies cached vectors to rows, and clears the vectors of rows.

import { ApiError } from '#shared/schemas/api-error'
import type { EmbeddingSettings, VectorSource } from '#shared/schemas/embedding-set'
import { createYield } from '../concurrency/timing'
import type { EmbeddingPorts } from './embedding-ports'
import { isFromFile, type StoredSet } from './set-rows'
import { eachSlice, type StoredRow } from './text-rows'
import { isEmptyText, toFileKey, toKey } from './vector-store'

interface CacheQuery {
  readonly setId: string
  readonly settings: EmbeddingSettings
  /** Null if the set has not requested any vector yet. */
  readonly source: VectorSource | null
  /** Whether vectors imported with the set count too: not if all are to be requested again. */
  readonly withFile: boolean
  readonly rowIds: readonly number[]
  readonly signal?: AbortSignal
}

const sliceLength = 200

/** Returns the ids of the rows without a cached vector, in their order. */
export async function applyCached(ports: EmbeddingPorts, query: CacheQuery): Promise<number[]> {
  const { connection, rows, feed, list, closing } = ports
  const { setId, rowIds, signal } = query
  const uncached: number[] = []
  for await (const slice of eachSlice(connection, rowIds, sliceLength)) {
    if (closing.aborted || signal?.aborted) return uncached
    const applied = connection.transact(() => {
      const found = slice.flatMap((id) => {
        const row = rows.find(setId, id)
        if (!row || !needsVector(row)) return []
        if (applyCachedRow(ports, query, row)) return [row]
        uncached.push(id)
        return []
      })
      if (found.length > 0) list(setId)
      return found
    })
    for (const { id } of applied) feed.publishRow(setId, { id, state: 'done', error: null, cached: true })
  }
  return uncached
}

/** True if the row has no vector but can have one. */
export function needsVector({ state, text }: StoredRow): boolean {
  return (state === 'waiting' || state === 'failed') && !isEmptyText(text)
}

type CacheScope = Pick<CacheQuery, 'setId' | 'settings' | 'source' | 'withFile'>

/** The cached vectors that belong in a set: those of its source, or those that it was imported with. */
export function toCacheScope(set: StoredSet): CacheScope {
  const { id: setId, settings, upstream } = set
  // The source of a file is that of its own model, which the settings may no longer name.
  const withFile = isFromFile(set)
  return { setId, settings, source: withFile ? null : upstream, withFile }
}

/** Call within a transaction. */
export function applyCachedRow(
  { rows, vectors }: EmbeddingPorts,
  scope: CacheScope,
  row: StoredRow,
): boolean {
  for (const key of listKeys(scope, row)) {
    const dimensions = vectors.measure(key)
    if (dimensions === undefined) continue
    return rows.change(scope.setId, row, { state: 'done', key, dimensions, error: null, cached: true })
  }
  return false
}

function listKeys({ setId, settings, source, withFile }: CacheScope, row: StoredRow): Buffer[] {
  const requested = source ? [toKey(source, settings, row)] : []
  return withFile ? [...requested, toFileKey({ setId }, settings, row)] : requested
}

const clearSliceLength = 1000

/**
 * Includes deleted rows, which may be restored. `then` runs once no row has a vector, before another one can be applied.
 * Throws without calling it if the workspace closes meanwhile.
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
      `${clearSql} AND row_id > CAST(? AS INTEGER) AND row_id <= CAST(? AS INTEGER)
        AND state IN ('done', 'failed')`,
      [setId, after, last],
    )
    tally.reset(setId)
    after = last
    await pause()
    await connection.lock.whenFree()
    if (closing.aborted) throw new ApiError('CANCELLED', 'Gen Playground is quitting.')
  }
  // Rows edited meanwhile may have cached vectors of the old settings.
  connection.run(`${clearSql} AND deleted_at IS NULL AND state = 'done'`, [setId])
  tally.reset(setId)
  tally.renewVectors(setId)
  const result = then()
  feed.publishRows(setId)
  return result
}

const clearSql = `UPDATE embedding_rows SET state = 'waiting', key = NULL, dimensions = NULL, error = NULL, cached = 0
  WHERE set_id = ?`
