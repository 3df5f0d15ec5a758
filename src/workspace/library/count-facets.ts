// What can be filtered by, counted.
import type { LibraryFacets } from '#shared/schemas/library'
import type { Connection } from '../database/connection'

type Counted = LibraryFacets['kinds']

/** Of what is not in the bin; the most frequent first. */
export function countFacets(connection: Connection): LibraryFacets {
  return {
    kinds: count(
      connection,
      `SELECT kind AS value, count(*) AS count FROM items WHERE deleted_at IS NULL GROUP BY kind
        UNION ALL SELECT 'conversation', count(*) FROM conversations WHERE deleted_at IS NULL HAVING count(*) > 0`,
    ),
    models: count(
      connection,
      `SELECT model AS value, sum(count) AS count FROM (
        SELECT model, count(*) AS count FROM items WHERE deleted_at IS NULL GROUP BY kind, model
        UNION ALL SELECT model, count(*) FROM conversations WHERE deleted_at IS NULL GROUP BY model)
        WHERE model IS NOT NULL GROUP BY model`,
    ),
    tags: count(
      connection,
      `SELECT tag AS value, count(*) AS count FROM item_tags WHERE item_id NOT IN (
        SELECT id FROM items WHERE deleted_at IS NOT NULL
        UNION ALL SELECT id FROM conversations WHERE deleted_at IS NOT NULL) GROUP BY tag`,
    ),
    inBin: countOne(
      connection,
      `SELECT (SELECT count(*) FROM items WHERE deleted_at > 0)
        + (SELECT count(*) FROM conversations WHERE deleted_at > 0) AS count`,
    ),
    troubled: countOne(
      connection,
      "SELECT count(*) AS count FROM items WHERE file IN ('missing', 'changed') AND deleted_at IS NULL",
    ),
  }
}

function count(connection: Connection, sql: string): Counted {
  return connection
    .all<Counted[number]>(`SELECT value, count FROM (${sql}) ORDER BY count DESC, value`)
    .map(({ value, count: items }) => ({ value, count: items }))
}

function countOne(connection: Connection, sql: string): number {
  return connection.get<{ count: number }>(sql)?.count ?? 0
}
