// Takes the vectors from the rows of a set, in slices: they stay known, and come back where they are wanted again.
import { ApiError } from '#shared/schemas/api-error'
import { createYield } from '../concurrency/timing'
import type { EmbeddingPorts } from './embedding-ports'

const sliceLength = 1000

/**
 * Those of deleted rows, too: they may come back. `then` is done once no row has any, before anything else can give one
 * to a row. Nothing is done where the program closes in the midst of it.
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
        AND row_id > CAST(? AS INTEGER) ORDER BY row_id LIMIT ${sliceLength})`,
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
    if (closing.aborted) throw new ApiError('CANCELLED', 'The program is closing.')
  }
  // Rows that were edited meanwhile have been given what was known under the old settings.
  connection.run(`${clearing} AND deleted_at IS NULL AND state = 'done'`, [setId])
  tally.forget(setId)
  tally.renewVectors(setId)
  const result = then()
  feed.tellRows(setId)
  return result
}

const clearing = `UPDATE embedding_rows SET state = 'waiting', key = NULL, dimensions = NULL, error = NULL, cached = 0
  WHERE set_id = ?`
