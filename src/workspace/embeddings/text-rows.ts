// The rows of sets: texts in their order, each with what has become of it.
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import type { NewRow } from '#shared/schemas/embedding-set'
import { createYield } from '../concurrency/timing'
import type { Connection } from '../database/connection'
import { readStored } from '../database/stored-json'
import type { Places } from './row-places'
import type { RowMark, Tally } from './tally'

export interface KeptRow extends RowMark {
  readonly id: number
  readonly text: string
  readonly title: string | null
  readonly cells: string[]
  /** Of its vector. */
  readonly key: Uint8Array | null
  readonly error: string | null
}

/** What a row becomes. */
export type RowChange = RowMark & Pick<KeptRow, 'key' | 'error'>

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
  page(setId: string, page: { offset: number; limit: number }): KeptRow[]
  /** Undefined where it is deleted. */
  find(setId: string, rowId: number): KeptRow | undefined
  /** In their order, and in slices: it takes a second where there are many long texts. */
  listIds(setId: string, states: readonly RowMark['state'][]): Promise<number[]>
  /** Within a transaction. Their ids, in their order. */
  insert(setId: string, rows: readonly InsertedRow[], places: Places): number[]
  /** Within a transaction. False where it is deleted, or its text is another one by now. */
  change(setId: string, row: Pick<KeptRow, 'id' | 'text' | 'title'>, change: RowChange): boolean
  /** Within a transaction. */
  write(setId: string, row: KeptRow): void
  /** Deleted or, with null, there again; how many were elsewhere. */
  mark(setId: string, rowIds: readonly number[], deletedAt: number | null): number
}

export interface InsertedRow {
  readonly row: NewRow
  readonly change: RowChange
  /** Its own, where it is a copy's. */
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
  // A row that is moved meanwhile stands there once.
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

export function findOrRefuse(rows: TextRows, setId: string, rowId: number): KeptRow {
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

interface PlacedRow extends KeptRow {
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

function toValues(row: KeptRow) {
  const { text, title, cells, state, key, dimensions, error, cached } = row
  return [text, title, JSON.stringify(cells), state, key, dimensions, error, cached ? 1 : 0]
}

const Cells = z.array(z.string())

function toRow(row: TextRow): KeptRow {
  return {
    id: row.row_id,
    text: row.text,
    title: row.title,
    cells: readStored(Cells, row.cells) ?? [],
    state: row.state,
    key: row.key && new Uint8Array(row.key),
    dimensions: row.dimensions,
    error: row.error,
    cached: row.cached === 1,
  }
}
