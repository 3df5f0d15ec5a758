// Takes the vectors from the rows of a set, in slices: they stay known, and come back where they are wanted again.
import { createPause } from '../../pause'
import type { EmbeddingPorts } from './embedding-ports'

const sliceLength = 1000

/** Those of deleted rows, too: they may come back. */
export async function clearRows(
  { connection, tally, feed, closing }: EmbeddingPorts,
  setId: string,
): Promise<void> {
  const pause = createPause()
  let after = 0
  while (!closing.aborted) {
    const last = connection.get<{ last: number | null }>(
      `SELECT max(row_id) AS last FROM (SELECT row_id FROM embedding_rows WHERE set_id = ?
        AND row_id > CAST(? AS INTEGER) ORDER BY row_id LIMIT ${sliceLength})`,
      [setId, after],
    )?.last
    if (!last) break
    connection.run(
      `UPDATE embedding_rows SET state = 'waiting', key = NULL, dimensions = NULL, error = NULL, cached = 0
        WHERE set_id = ? AND row_id > CAST(? AS INTEGER) AND row_id <= CAST(? AS INTEGER)
        AND state IN ('done', 'failed')`,
      [setId, after, last],
    )
    tally.forget(setId)
    after = last
    await pause()
  }
  feed.tellRows(setId)
}
