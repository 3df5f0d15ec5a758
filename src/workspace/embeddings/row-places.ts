// Finds room for new rows among those that are there, without moving them where there is enough.
import { ApiError } from '#shared/schemas/api-error'
import { createYield } from '../concurrency/timing'
import type { Connection } from '../database/connection'

export interface Places {
  readonly first: number
  readonly step: number
}

/** Far more than is ever put into one place. */
const room = 2 ** 20
/** Where rows stand closer, those behind them make room. */
const closest = 1e-6
const sliceLength = 2000

/** Before that row, or at the end. */
export async function findPlaces(
  connection: Connection,
  setId: string,
  { before, count }: { before: number | null; count: number },
): Promise<Places> {
  if (before === null) return { first: Math.floor(lastBefore(connection, setId, endless) ?? 0) + 1, step: 1 }
  let to = findPosition(connection, setId, before)
  const from = lastBefore(connection, setId, to) ?? to - count - 1
  if ((to - from) / (count + 1) < closest) {
    await makeRoom(connection, setId, to)
    to += room
  }
  const step = Math.min(1, (to - from) / (count + 1))
  return { first: from + step, step }
}

const endless = 1e300

function lastBefore(connection: Connection, setId: string, to: number): number | undefined {
  const sql = `SELECT position FROM embedding_rows WHERE set_id = ? AND deleted_at IS NULL AND position < ?
    ORDER BY position DESC LIMIT 1`
  return connection.get<{ position: number }>(sql, [setId, to])?.position
}

function findPosition(connection: Connection, setId: string, rowId: number): number {
  const sql = 'SELECT position FROM embedding_rows WHERE set_id = ? AND row_id = ? AND deleted_at IS NULL'
  const row = connection.get<{ position: number }>(sql, [setId, rowId])
  if (row) return row.position
  throw new ApiError('NOT_FOUND', 'There is no such row.', { param: 'before' })
}

/** The last ones first: the order is right at every step, whatever ends the program. */
async function makeRoom(connection: Connection, setId: string, from: number): Promise<void> {
  const pause = createYield()
  const within = 'set_id = ? AND deleted_at IS NULL AND position >= ? AND position < ?'
  let end = endless
  while (end > from) {
    const begin =
      connection.get<{ position: number }>(
        `SELECT position FROM embedding_rows WHERE ${within} ORDER BY position DESC LIMIT 1 OFFSET ${sliceLength}`,
        [setId, from, end],
      )?.position ?? from
    connection.run(`UPDATE embedding_rows SET position = position + ${room} WHERE ${within}`, [
      setId,
      begin,
      end,
    ])
    end = begin
    await pause()
    await connection.lock.whenFree()
  }
}
