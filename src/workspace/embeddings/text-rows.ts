// The rows of sets: texts in their order, each with its state.
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import type { NewRow } from '#shared/schemas/embedding-set'
import { createYield } from '../concurrency/timing'
import type { Connection } from '../database/connection'
import { parseStored } from '../parse-json'
import type { RowMark, Tally } from './tally'

export interface StoredRow extends RowMark {
  readonly id: number
  readonly text: string
  readonly title: string | null
  readonly cells: string[]
  /** Of its vector. */
  readonly key: Uint8Array | null
  readonly error: string | null
}

/** What a row becomes. */
export type RowChange = RowMark & Pick<StoredRow, 'key' | 'error'>

export const waiting: RowChange = {
  state: 'waiting',
  cached: false,
  dimensions: null,
  key: null,
  error: null,
}
export const empty: RowChange = { ...waiting, state: 'empty' }

interface TextRow {
  readonly row_id: number
  readonly text: string
  readonly title: string | null
  readonly cells: string
  readonly state: RowMark['state']
  readonly key: ArrayBuffer | null
  readonly dimensions: number | null
  readonly error: string | null
  readonly cached: number
}

const columns = 'row_id, text, title, cells, state, key, dimensions, error, cached'
const living = 'set_id = ? AND deleted_at IS NULL'

export interface TextRows {
  page(setId: string, page: { offset: number; limit: number }): StoredRow[]
  /** Undefined if it is deleted. */
  find(setId: string, rowId: number): StoredRow | undefined
  /** In their order, and in slices: it takes a second where there are many long texts. */
  listIds(setId: string, states: readonly RowMark['state'][]): Promise<number[]>
  /** Within a transaction. Their ids, in their order. */
  insert(setId: string, rows: readonly InsertedRow[], places: Places): number[]
  /** Within a transaction. False if it is deleted, or its text is another one by now. */
  change(setId: string, row: Pick<StoredRow, 'id' | 'text' | 'title'>, change: RowChange): boolean
  /** Within a transaction. */
  write(setId: string, row: StoredRow): void
  /** Deleted or, with null, there again; how many were elsewhere. */
  mark(setId: string, rowIds: readonly number[], deletedAt: number | null): number
}

export interface InsertedRow {
  readonly row: NewRow
  readonly change: RowChange
  /** Its own, if it is a copy's. */
  readonly id?: number
}

export function createTextRows(connection: Connection, tally: Tally): TextRows {
  const read = (sql: string, values: (string | number)[]) =>
    connection.all<TextRow>(`SELECT ${columns} FROM embedding_rows WHERE ${sql}`, values).map(toRow)
  const find = (setId: string, rowId: number) => read(`${living} AND row_id = ?`, [setId, rowId])[0]
  return {
    find,
    page: (setId, { offset, limit }) =>
      read(`${living} ORDER BY position, seq LIMIT ? OFFSET ?`, [setId, limit, offset]),
    listIds: (setId, states) => listIds(connection, setId, states),
    insert(setId, rows, places) {
      const next = takeIds(connection, setId, rows)
      return rows.map(({ row, change, id }, index) => {
        const rowId = id ?? next + index
        const position = places.first + places.step * index
        insertRow(connection, { ...row, ...change, id: rowId, setId, position })
        tally.add(setId, change, 1)
        return rowId
      })
    },
    change(setId, { id, text, title }, change) {
      const before = find(setId, id)
      if (!before || before.text !== text || before.title !== title) return false
      tally.add(setId, before, -1)
      tally.add(setId, change, 1)
      connection.run(
        `UPDATE embedding_rows SET state = ?, key = ?, dimensions = ?, error = ?, cached = ?
          WHERE set_id = ? AND row_id = ?`,
        [change.state, change.key, change.dimensions, change.error, change.cached ? 1 : 0, setId, id],
      )
      return true
    },
    write(setId, row) {
      tally.forget(setId)
      if (find(setId, row.id)?.state === 'done' && row.state !== 'done') tally.renewVectors(setId)
      connection.run(
        `UPDATE embedding_rows SET text = ?, title = ?, cells = ?, state = ?, key = ?, dimensions = ?, error = ?,
          cached = ? WHERE set_id = ? AND row_id = ?`,
        [...toValues(row), setId, row.id],
      )
    },
    mark(setId, rowIds, deletedAt) {
      tally.forget(setId)
      const ids = JSON.stringify(rowIds)
      if (connection.get(findingVector, [setId, ids])) tally.renewVectors(setId)
      return connection.run(
        `UPDATE embedding_rows SET deleted_at = ? WHERE set_id = ? AND row_id IN (SELECT value FROM json_each(?))
          AND (deleted_at IS NULL) = ?`,
        [deletedAt, setId, ids, deletedAt === null ? 0 : 1],
      )
    },
  }
}

const findingVector = `SELECT 1 FROM embedding_rows WHERE set_id = ? AND state = 'done'
  AND row_id IN (SELECT value FROM json_each(?)) LIMIT 1`

interface PlacedState {
  readonly row_id: number
  readonly state: RowMark['state']
  readonly position: number
  readonly seq: number
}

const listedAtOnce = 2000
/** All states: where few rows are in the wanted one, a slice of those alone would be all of the set. */
const listing = `SELECT row_id, state, position, seq FROM embedding_rows INDEXED BY embedding_rows_in_order
  WHERE ${living} AND (position, seq) > (?, ?) ORDER BY position, seq LIMIT ${listedAtOnce}`

async function listIds(
  connection: Connection,
  setId: string,
  states: readonly RowMark['state'][],
): Promise<number[]> {
  const pause = createYield()
  // A row that is moved meanwhile is there once.
  const ids = new Set<number>()
  let last: Pick<PlacedState, 'position' | 'seq'> | undefined = { position: -1e300, seq: 0 }
  while (last) {
    const slice: PlacedState[] = connection.all<PlacedState>(listing, [setId, last.position, last.seq])
    for (const { row_id, state } of slice) if (states.includes(state)) ids.add(row_id)
    last = slice.length < listedAtOnce ? undefined : slice.at(-1)
    await pause()
  }
  return [...ids]
}

export function findRowOrThrow(rows: TextRows, setId: string, rowId: number): StoredRow {
  const row = rows.find(setId, rowId)
  if (row) return row
  throw new ApiError('NOT_FOUND', 'There is no such row.', { param: 'rowId' })
}

/** The first of as many as there are rows. */
function takeIds(connection: Connection, setId: string, rows: readonly InsertedRow[]): number {
  const sql = 'SELECT next_row_id AS next FROM embedding_sets WHERE id = ?'
  const next = connection.get<{ next: number }>(sql, [setId])?.next ?? 1
  const after = rows.reduce((highest, { id = 0 }) => Math.max(highest, id + 1), next)
  const isCopy = rows.some(({ id }) => id !== undefined)
  connection.run('UPDATE embedding_sets SET next_row_id = ? WHERE id = ?', [
    isCopy ? after : next + rows.length,
    setId,
  ])
  return next
}

interface PlacedRow extends StoredRow {
  readonly setId: string
  readonly position: number
}

function insertRow(connection: Connection, row: PlacedRow): void {
  connection.run(
    `INSERT INTO embedding_rows (text, title, cells, state, key, dimensions, error, cached, set_id, row_id, position)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [...toValues(row), row.setId, row.id, row.position],
  )
}

function toValues(row: StoredRow) {
  const { text, title, cells, state, key, dimensions, error, cached } = row
  return [text, title, JSON.stringify(cells), state, key, dimensions, error, cached ? 1 : 0]
}

const Cells = z.array(z.string())

function toRow(row: TextRow): StoredRow {
  return {
    id: row.row_id,
    text: row.text,
    title: row.title,
    cells: parseStored(Cells, row.cells) ?? [],
    state: row.state,
    key: row.key && new Uint8Array(row.key),
    dimensions: row.dimensions,
    error: row.error,
    cached: row.cached === 1,
  }
}

interface Places {
  readonly first: number
  readonly step: number
}

/** Far more than is ever put into one place. */
const room = 2 ** 20
/** Where rows stand closer, those behind them make room. */
const closest = 1e-6
const sliceLength = 2000

/** Before that row, or at the end. */
export async function findPositions(
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
