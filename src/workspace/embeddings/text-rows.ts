// The rows of sets as database rows: texts in order, each with its state; finds and sorts them.
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import type { NewRow, RowQuery } from '#shared/schemas/embedding-set'
import { createYield } from '../concurrency/timing'
import type { Connection } from '../database/connection'
import { repairRow } from '../database/rows'
import { parseStored } from '../parse-json'
import type { RowMark, Tally } from './tally'

export interface StoredRow extends RowMark {
  readonly id: number
  readonly text: string
  readonly title: string | null
  readonly cells: string[]
  /** Key of its vector. */
  readonly key: Uint8Array | null
  readonly error: string | null
}

/** The new state of a row. */
export type RowChange = RowMark & Pick<StoredRow, 'key' | 'error'>

export const waiting: RowChange = {
  state: 'waiting',
  cached: false,
  dimensions: null,
  key: null,
  error: null,
}
export const empty: RowChange = { ...waiting, state: 'empty' }
/** For a text without a vector in a set with imported vectors: no run would ever embed it. */
export const withoutVector: RowChange = {
  ...waiting,
  state: 'failed',
  error: 'This set has imported vectors, so no provider embeds its rows.',
}

/** A row as stored. */
export interface TextRow extends Omit<StoredRow, 'cells' | 'key' | 'cached'> {
  readonly cells: string
  readonly key: ArrayBuffer | null
  readonly cached: number
}

const rowColumns = 'row_id AS id, text, title, cells, state, key, dimensions, error, cached'
const notDeleted = 'set_id = ? AND deleted_at IS NULL'

export interface InsertedRow {
  readonly row: NewRow
  readonly change: RowChange
  /** Set for a copied row. */
  readonly id?: number
}

export type TextRows = ReturnType<typeof createTextRows>

export function createTextRows(connection: Connection, tally: Tally) {
  const read = (sql: string, values: (string | number)[]) =>
    connection.all<TextRow>(`SELECT ${rowColumns} FROM embedding_rows WHERE ${sql}`, values).map(toRow)
  /** Returns undefined if the row is deleted. */
  const find = (setId: string, rowId: number) => read(`${notDeleted} AND row_id = ?`, [setId, rowId])[0]
  return {
    find,
    page: (setId: string, { offset, limit }: { offset: number; limit: number }) =>
      read(`${notDeleted} ORDER BY position, seq LIMIT ? OFFSET ?`, [setId, limit, offset]),
    /** In the rows' order. Reads rows of all states: with few matches, a slice of only those would scan the whole set. */
    async listIds(setId: string, states: readonly RowMark['state'][]): Promise<number[]> {
      // A set, because a row moved meanwhile may be read twice.
      const ids = new Set<number>()
      const slices = readInOrder<Pick<TextRow, 'id' | 'state'>>(connection, setId, {
        selected: 'row_id AS id, state',
      })
      for await (const slice of slices)
        for (const { id, state } of slice) if (states.includes(state)) ids.add(id)
      return [...ids]
    },
    /** Inserts rows at consecutive positions; returns their ids. Call within a transaction. */
    insert(setId: string, rows: readonly InsertedRow[], firstPosition: number): number[] {
      const next = reserveIds(connection, setId, rows)
      return rows.map(({ row, change, id }, index) => {
        const rowId = id ?? next + index
        connection.run(
          `INSERT INTO embedding_rows (text, title, cells, state, key, dimensions, error, cached, set_id, row_id, position)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          [...toValues({ ...row, ...change, id: rowId }), setId, rowId, firstPosition + index],
        )
        tally.add(setId, change, 1)
        return rowId
      })
    },
    /** Returns false if the row is deleted, or its text has changed meanwhile. Call within a transaction. */
    change(setId: string, { id, text, title }: Pick<StoredRow, 'id' | 'text' | 'title'>, change: RowChange) {
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
    /** Call within a transaction. */
    write(setId: string, row: StoredRow) {
      tally.reset(setId)
      if (find(setId, row.id)?.state === 'done' && row.state !== 'done') tally.renewVectors(setId)
      connection.run(
        `UPDATE embedding_rows SET text = ?, title = ?, cells = ?, state = ?, key = ?, dimensions = ?, error = ?,
          cached = ? WHERE set_id = ? AND row_id = ?`,
        [...toValues(row), setId, row.id],
      )
    },
    /** Deletes the rows or, with null, restores them; returns how many changed. */
    mark(setId: string, rowIds: readonly number[], deletedAt: number | null): number {
      tally.reset(setId)
      const ids = JSON.stringify(rowIds)
      if (connection.get(findVectorSql, [setId, ids])) tally.renewVectors(setId)
      return connection.run(
        `UPDATE embedding_rows SET deleted_at = ? WHERE set_id = ? AND row_id IN (SELECT value FROM json_each(?))
          AND (deleted_at IS NULL) = ?`,
        [deletedAt, setId, ids, deletedAt === null ? 0 : 1],
      )
    },
  }
}

const findVectorSql = `SELECT 1 FROM embedding_rows WHERE set_id = ? AND state = 'done'
  AND row_id IN (SELECT value FROM json_each(?)) LIMIT 1`

const readSliceLength = 2000

/**
 * Reads the rows of a set in slices, in order: reading all at once would block the program for a second. Forces the
 * index in that order: with another one, SQLite sorts all rows for every slice. `values` are the parameters of `selected`.
 */
export async function* readInOrder<Row>(
  connection: Connection,
  setId: string,
  { selected, values = [] }: { readonly selected: string; readonly values?: readonly number[] },
): AsyncGenerator<(Row & { readonly position: number; readonly seq: number })[], void, undefined> {
  const sql = `SELECT ${selected}, position, seq FROM embedding_rows INDEXED BY embedding_rows_in_order
    WHERE ${notDeleted} AND (position, seq) > (?, ?) ORDER BY position, seq LIMIT ${readSliceLength}`
  const pause = createYield()
  let last = { position: -maxPosition, seq: 0 }
  for (;;) {
    const slice = connection.all<Row & typeof last>(sql, [...values, setId, last.position, last.seq])
    yield slice
    await pause()
    const end = slice.at(-1)
    if (!end || slice.length < readSliceLength) return
    last = end
  }
}

export function findRowOrThrow(rows: TextRows, setId: string, rowId: number): StoredRow {
  const row = rows.find(setId, rowId)
  if (row) return row
  throw new ApiError('NOT_FOUND', 'Row not found.', { param: 'rowId' })
}

/** Reserves as many ids as there are rows, and returns the first. */
function reserveIds(connection: Connection, setId: string, rows: readonly InsertedRow[]): number {
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

function toValues(row: StoredRow) {
  const { text, title, cells, state, key, dimensions, error, cached } = row
  return [text, title, JSON.stringify(cells), state, key, dimensions, error, cached ? 1 : 0]
}

const Cells = z.array(z.string())

const columnTypes = { text: 'text', title: 'text?', error: 'text?', dimensions: 'number?' } as const
const states: readonly string[] = ['waiting', 'done', 'failed', 'empty']

function toRow(stored: TextRow): StoredRow {
  const { cells, key, cached, ...row } = repairRow(stored, columnTypes)
  return {
    ...row,
    state: states.includes(row.state) ? row.state : 'failed',
    cells: parseStored(Cells, cells) ?? [],
    key: key instanceof ArrayBuffer ? new Uint8Array(key) : null,
    cached: cached === 1,
  }
}

const maxPosition = 1e300

/** The position after the last row. */
export function findEnd(connection: Connection, setId: string): number {
  const sql = `SELECT position FROM embedding_rows WHERE set_id = ? AND deleted_at IS NULL
    ORDER BY position DESC LIMIT 1`
  return Math.floor(connection.get<{ position: number }>(sql, [setId])?.position ?? 0) + 1
}

/** Yields slices of the items, each after a yield to the event loop and once the database is not locked. */
export async function* eachSlice<Item>(
  { lock }: Pick<Connection, 'lock'>,
  items: readonly Item[],
  length: number,
): AsyncGenerator<readonly Item[], void, undefined> {
  const pause = createYield()
  for (let at = 0; at < items.length; at += length) {
    await pause()
    await lock.whenFree()
    yield items.slice(at, at + length)
  }
}

/** Text, or a number in a column of numbers. */
type SortKey = string | number

/** Reads in slices, because a large set would block the program. Throws if aborted. */
export async function findRows(
  connection: Connection,
  { id: setId, query }: { readonly id: string; readonly query: RowQuery },
  signal?: AbortSignal,
): Promise<{ rowIds: number[]; numbers: number[] }> {
  const { search, state, sort } = query
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found: { id: number; number: number; key: SortKey }[] = []
  let number = 0
  for await (const slice of readInOrder<TextRow>(connection, setId, { selected: rowColumns })) {
    signal?.throwIfAborted()
    for (const row of slice.map(toRow)) {
      number += 1
      if (state !== null && row.state !== state) continue
      if (words.length > 0 && search.trim() !== String(number) && !hasAll(row, words)) continue
      found.push({ id: row.id, number, key: sort ? toSortKey(row, sort.by) : '' })
    }
  }
  if (sort) found.sort((a, b) => compareKeys(a.key, b.key, sort.descending))
  return { rowIds: found.map(({ id }) => id), numbers: found.map((row) => row.number) }
}

function hasAll({ text, title, cells }: StoredRow, words: readonly string[]): boolean {
  const content = [title ?? '', text, ...cells].join('\n').toLowerCase()
  return words.every((word) => content.includes(word))
}

const stateOrder: readonly string[] = ['failed', 'waiting', 'done', 'empty']
const maxKeyLength = 200

function toSortKey(row: StoredRow, by: NonNullable<RowQuery['sort']>['by']): SortKey {
  if (by === 'state') return stateOrder.indexOf(row.state)
  const value = (by === 'text' ? row.text : by === 'title' ? (row.title ?? '') : (row.cells[by] ?? '')).trim()
  const number = Number(value)
  if (typeof by === 'number' && value !== '' && Number.isFinite(number)) return number
  // Without accents, and compared by code: a collator would block the program with many rows.
  return value
    .slice(0, maxKeyLength)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
}

/** Rows without a value are last, in both directions. */
function compareKeys(a: SortKey, b: SortKey, descending: boolean): number {
  if (a === b) return 0
  if (a === '' || b === '') return a === '' ? 1 : -1
  const isNumber = typeof a === 'number'
  const isBefore = isNumber === (typeof b === 'number') ? a < b : isNumber
  return isBefore === descending ? 1 : -1
}
