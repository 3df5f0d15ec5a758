// What people do with the rows of a set: read, add, edit, delete, bring back.
import { ApiError } from '#shared/schemas/api-error'
import { type EmbeddingRow, mostRows, type NewRow } from '#shared/schemas/embedding-set'
import { createYield } from '../concurrency/timing'
import type { EmbeddingPorts } from './embedding-ports'
import { findPlaces } from './row-places'
import type { Runs } from './runs'
import { findSet, type KeptSet, saveSet } from './set-rows'
import { takeOne } from './take-cached'
import { empty, findOrRefuse, type KeptRow, waiting } from './text-rows'
import { isEmptyText, toTitle } from './vector-key'

interface Rows {
  readonly id: string
  readonly rowIds: readonly number[]
}

export interface RowVerbs {
  rows(input: { id: string; offset: number; limit: number }): { total: number; rows: EmbeddingRow[] }
  insertRows(input: {
    id: string
    before: number | null
    rows: readonly NewRow[]
  }): Promise<{ ids: number[] }>
  editRow(input: { id: string; rowId: number; row: NewRow }): EmbeddingRow
  deleteRows(input: Rows): Promise<void>
  restoreRows(input: Rows): Promise<void>
}

export interface RowPorts extends EmbeddingPorts {
  readonly runs: Runs
  readonly inTurn: <Result>(setId: string, work: () => Promise<Result>) => Promise<Result>
}

const sliceLength = 250

export function createRowVerbs(ports: RowPorts): RowVerbs {
  const { connection, tally, inTurn } = ports
  return {
    rows({ id, ...page }) {
      findSet(connection, id)
      const rows = ports.rows.page(id, page).map((row) => toView(ports, id, row))
      return { total: tally.read(id).counts.rows, rows }
    },
    insertRows: ({ id, ...asked }) => inTurn(id, () => insert(ports, findSet(connection, id), asked)),
    editRow: ({ id, ...given }) => edit(ports, findSet(connection, id), given),
    deleteRows: ({ id, rowIds }) => inTurn(id, () => mark(ports, { id, rowIds }, ports.now())),
    restoreRows: ({ id, rowIds }) => inTurn(id, () => mark(ports, { id, rowIds }, null)),
  }
}

function toView({ runs }: RowPorts, setId: string, row: KeptRow): EmbeddingRow {
  const { id, text, title, cells, error, cached } = row
  const isAsking = runs.of(setId)?.isAsking(id) === true
  return { id, text, title, cells, state: isAsking ? 'running' : row.state, error, cached }
}

/** All of them or none, unless the program is ended in the midst of it. */
async function insert(
  { connection, rows, tally, feed, now }: RowPorts,
  set: KeptSet,
  asked: { before: number | null; rows: readonly NewRow[] },
): Promise<{ ids: number[] }> {
  if (tally.read(set.id).counts.rows + asked.rows.length > mostRows) throw noRoom()
  const pause = createYield()
  const places = await findPlaces(connection, set.id, { before: asked.before, count: asked.rows.length })
  const ids: number[] = []
  try {
    for (let at = 0; at < asked.rows.length; at += sliceLength) {
      const slice = asked.rows
        .slice(at, at + sliceLength)
        .map((row) => ({ row, change: isEmptyText(row.text) ? empty : waiting }))
      const from = { ...places, first: places.first + places.step * at }
      await connection.lock.whenFree()
      connection.transact(() => ids.push(...rows.insert(set.id, slice, from)))
      await pause()
    }
  } catch (error) {
    // A slice that was taken back is counted still.
    tally.forget(set.id)
    if (ids.length > 0) rows.mark(set.id, ids, now())
    throw error
  }
  touch({ connection, now }, set)
  feed.tellRows(set.id)
  return { ids }
}

function noRoom(): ApiError {
  const message = `A set holds ${mostRows.toLocaleString('en')} rows: these find no room in it. Put them into another set.`
  return new ApiError('FAILED_PRECONDITION', message)
}

/** The vector stays where it would be asked for with the same words; an earlier text brings back its own. */
function edit(
  ports: RowPorts,
  set: KeptSet,
  { rowId, row: given }: { rowId: number; row: NewRow },
): EmbeddingRow {
  const { connection, rows, feed } = ports
  const before = findOrRefuse(rows, set.id, rowId)
  const { settings, upstream } = set
  const isSame = before.text === given.text && toTitle(settings, before) === toTitle(settings, given)
  const change = isEmptyText(given.text) ? empty : waiting
  connection.transact(() => {
    const row = { ...before, ...given, ...(isSame ? {} : change) }
    rows.write(set.id, row)
    if (!isSame && change === waiting)
      takeOne(ports, { setId: set.id, settings, source: upstream, withFile: true }, row)
    touch(ports, set)
  })
  const row = toView(ports, set.id, findOrRefuse(rows, set.id, rowId))
  feed.tellRow(set.id, { id: rowId, state: row.state, error: row.error, cached: row.cached })
  return row
}

async function mark(
  { connection, rows, feed, now }: RowPorts,
  { id, rowIds }: Rows,
  deletedAt: number | null,
): Promise<void> {
  const pause = createYield()
  const set = findSet(connection, id)
  for (let at = 0; at < rowIds.length; at += sliceLength) {
    await connection.lock.whenFree()
    rows.mark(id, rowIds.slice(at, at + sliceLength), deletedAt)
    await pause()
  }
  touch({ connection, now }, set)
  feed.tellRows(id)
}

/** It may have been renamed meanwhile. */
function touch({ connection, now }: Pick<EmbeddingPorts, 'connection' | 'now'>, { id }: KeptSet): void {
  saveSet(connection, { ...findSet(connection, id), updatedAt: now() })
}
