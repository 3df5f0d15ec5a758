// Actions on embedding sets and their rows, except running them.
import { ApiError } from '#shared/schemas/api-error'
import {
  type EmbeddingRow,
  type EmbeddingSet,
  type EmbeddingSettings,
  hasImportedVectors,
  maxRows,
  type NewRow,
  type RowQuery,
  type TaskType,
} from '#shared/schemas/embedding-set'
import { createYield, raceAbort } from '../concurrency/timing'
import type { EmbeddingPorts } from './embedding-ports'
import type { Runs } from './embedding-run'
import { applyCached, applyCachedRow, clearRows, toCacheScope } from './row-vectors'
import {
  buildSet,
  findSet,
  insertSet,
  isFromFile,
  listSets,
  markSet,
  type StoredSet,
  saveSet,
  withModel,
} from './set-rows'
import {
  eachSlice,
  empty,
  findEnd,
  findRowOrThrow,
  findRows,
  type InsertedRow,
  type RowChange,
  type StoredRow,
  waiting,
  withoutVector,
} from './text-rows'
import { isEmptyText, toKey, toTitle } from './vector-store'

export interface ById {
  readonly id: string
}

interface SetPorts extends RowPorts {
  readonly view: (set: StoredSet) => EmbeddingSet
  /** Updates the Library's item, if there is one. Call within a transaction. */
  readonly relist: (setId: string) => void
  /** Moves the Library's item into the trash, or out of it. Call within a transaction. */
  readonly markItem: (setId: string, deletedAt: number | null) => void
}

export function createSetActions(ports: SetPorts) {
  const { connection, now, feed, view, relist, enqueue } = ports
  const change = (id: string, changes: Partial<StoredSet>): EmbeddingSet => {
    const set = { ...findSet(connection, id), ...changes, updatedAt: now() }
    connection.transact(() => {
      saveSet(connection, set)
      relist(id)
    })
    feed.publish(id)
    return view(set)
  }
  return {
    list: () => listSets(connection).map(view),
    create({ columns, ...options }: Pick<StoredSet, 'name' | 'settings' | 'columns'>): EmbeddingSet {
      const set = {
        ...options,
        ...newSetFields(ports),
        columns: [...columns],
        upstream: null,
        duplicateOf: null,
      }
      insertSet(connection, set)
      feed.publish(set.id)
      return view(set)
    },
    rename: ({ id, name }: ById & { name: string }) => change(id, { name }),
    setColumns: ({ id, columns }: ById & { columns: string[] }) => change(id, { columns }),
    setSettings: ({ id, settings }: ById & { settings: EmbeddingSettings }) =>
      enqueue(id, async () => {
        const set = findSet(connection, id)
        if (JSON.stringify(settings) === JSON.stringify(set.settings)) return view(set)
        rejectImported(set)
        const upstream = isFromFile(set) ? set.upstream : await findCurrentSource(ports, settings)
        await reset(ports, set, () => change(id, { settings, upstream }))
        return view(findSet(connection, id))
      }),
    duplicate: ({ id, settings }: ById & { settings: EmbeddingSettings }) =>
      enqueue(id, async () => view(await copySet(ports, findSet(connection, id), settings))),
    extract: ({ id, rowIds }: Rows) =>
      enqueue(id, async () => view(await extractRows(ports, findSet(connection, id), rowIds))),
    delete({ id }: ById) {
      ports.runs.cancel(id)
      const deletedAt = now()
      connection.transact(() => {
        if (markSet(connection, id, deletedAt)) ports.markItem(id, deletedAt)
      })
      feed.publish(id)
    },
    restore({ id }: ById): EmbeddingSet {
      connection.transact(() => {
        if (markSet(connection, id, null)) ports.markItem(id, null)
      })
      feed.publishRows(id)
      return view(findSet(connection, id))
    },
  }
}

function newSetFields({ newId, now }: SetPorts): Pick<StoredSet, 'id' | 'createdAt' | 'updatedAt'> {
  const at = now()
  return { id: newId(), createdAt: at, updatedAt: at }
}

async function findCurrentSource({ findSource, closing }: SetPorts, settings: EmbeddingSettings) {
  return withModel(await raceAbort(findSource(settings), closing), settings)
}

/** Clears the vectors before the settings change and applies cached ones after it, so that they never mix. */
async function reset(ports: SetPorts, { id: setId }: StoredSet, change: () => EmbeddingSet): Promise<void> {
  if (ports.runs.find(setId))
    throw new ApiError('FAILED_PRECONDITION', 'This set is running. Cancel the run first.')
  const changed = await clearRows(ports, setId, change)
  await applyCached(ports, { ...toCacheScope(changed), rowIds: await ports.rows.listIds(setId, ['waiting']) })
}

const sliceLength = 200

/** Vectors of an upstream and the user’s own would not be comparable. */
export function rejectImported(set: StoredSet): void {
  if (!hasImportedVectors(set)) return
  const message =
    'This set has imported vectors, which can’t be mixed with those of a provider. To embed its texts, duplicate the set with different settings.'
  throw new ApiError('FAILED_PRECONDITION', message)
}

/** Gives the rows the same ids, so that the two sets can be compared. */
async function copySet(ports: SetPorts, source: StoredSet, settings: EmbeddingSettings): Promise<StoredSet> {
  const { connection, rows, closing } = ports
  const name = nameCopy(source, settings)
  const isImported = source.upstream === null || hasImportedVectors(source)
  const upstream = isImported ? null : await findCurrentSource(ports, settings)
  const copy = { ...source, ...newSetFields(ports), name, settings, upstream, duplicateOf: source.id }
  return buildSet(ports, copy, async () => {
    const pause = createYield()
    for (let offset = 0; !closing.aborted; offset += sliceLength) {
      const slice = rows.page(source.id, { offset, limit: sliceLength })
      if (slice.length === 0) return
      await connection.lock.whenFree()
      const copies = slice.map((row) => copyRow(ports, copy, row))
      connection.transact(() => rows.insert(copy.id, copies, offset + 1))
      await pause()
    }
  })
}

/** Copies some rows with their vectors, in the order of `rowIds`. */
function extractRows(ports: SetPorts, source: StoredSet, rowIds: readonly number[]): Promise<StoredSet> {
  const { connection, rows, closing } = ports
  const suffix = ` (${rowIds.length.toLocaleString('en')} ${rowIds.length === 1 ? 'row' : 'rows'})`
  const name = [...source.name].slice(0, 200 - suffix.length).join('') + suffix
  const copy = { ...source, ...newSetFields(ports), name, duplicateOf: null }
  return buildSet(ports, copy, async () => {
    let first = 1
    for await (const slice of eachSlice(connection, rowIds, sliceLength)) {
      if (closing.aborted) return
      const found = slice.flatMap((rowId) => rows.find(source.id, rowId) ?? [])
      const copies = found.map((row) => ({ row, change: row }))
      connection.transact(() => rows.insert(copy.id, copies, first))
      first += found.length
    }
  })
}

function copyRow({ vectors }: SetPorts, { settings, upstream }: StoredSet, row: StoredRow): InsertedRow {
  if (isEmptyText(row.text)) return { id: row.id, row, change: empty }
  const key = upstream && toKey(upstream, settings, row)
  const dimensions = key ? vectors.measure(key) : undefined
  if (key === null || dimensions === undefined) return { id: row.id, row, change: waiting }
  return { id: row.id, row, change: { state: 'done', key, dimensions, error: null, cached: true } }
}

/** Adds what differs from the original's settings to the name. */
function nameCopy({ name, settings: from }: StoredSet, to: EmbeddingSettings): string {
  const changes = [
    to.model !== from.model && to.model,
    to.taskType !== from.taskType && nameTask(to.taskType),
    to.outputDimensionality !== from.outputDimensionality &&
      (to.outputDimensionality === null ? 'all dimensions' : `${to.outputDimensionality} dimensions`),
  ].filter((change) => change !== false)
  const suffix = ` (${changes.length > 0 ? changes.join(', ') : 'copy'})`
  return `${[...name].slice(0, 200 - suffix.length).join('')}${suffix}`
}

function nameTask(taskType: TaskType | null): string {
  return taskType === null ? 'no task type' : taskType.toLowerCase().replaceAll('_', ' ')
}

export interface Rows extends ById {
  readonly rowIds: readonly number[]
}

export interface EditedRow {
  readonly rowId: number
  readonly row: NewRow
}

/** Runs changes of the same set one at a time. */
export type SetQueue = <Result>(setId: string, work: () => Promise<Result>) => Promise<Result>

export interface RowPorts extends EmbeddingPorts {
  readonly runs: Runs
  /** Describes the current source of sets whose vectors are from a file of another one. */
  readonly otherSources: Map<string, string | null>
  readonly enqueue: SetQueue
}

const rowSliceLength = 250

export function createSetRowActions(ports: RowPorts) {
  const { connection, tally, enqueue } = ports
  return {
    rows({ id, ...page }: ById & { offset: number; limit: number }) {
      findSet(connection, id)
      const rows = ports.rows.page(id, page).map((row) => toView(ports, id, row))
      return { total: tally.read(id).counts.rows, rows }
    },
    async findRows(input: ById & { query: RowQuery }, signal?: AbortSignal) {
      findSet(connection, input.id)
      return await findRows(connection, input, signal)
    },
    readRows: ({ id, rowIds }: Rows) =>
      rowIds.flatMap((rowId) => {
        const row = ports.rows.find(id, rowId)
        return row ? [toView(ports, id, row)] : []
      }),
    insertRows: ({ id, rows }: ById & { rows: readonly NewRow[] }) =>
      enqueue(id, () => insert(ports, findSet(connection, id), rows)),
    editRow: ({ id, ...options }: ById & EditedRow) => edit(ports, findSet(connection, id), options),
    deleteRows: (rows: Rows) => enqueue(rows.id, () => mark(ports, rows, ports.now())),
    restoreRows: (rows: Rows) => enqueue(rows.id, () => mark(ports, rows, null)),
  }
}

function toView({ runs }: RowPorts, setId: string, row: StoredRow): EmbeddingRow {
  const { id, text, title, cells, error, cached } = row
  const isRequesting = runs.find(setId)?.isRequesting(id) === true
  return { id, text, title, cells, state: isRequesting ? 'running' : row.state, error, cached }
}

/** Inserts all rows or none, unless the process is killed. */
async function insert(
  { connection, rows, tally, feed, now }: RowPorts,
  set: StoredSet,
  added: readonly NewRow[],
): Promise<{ ids: number[] }> {
  if (tally.read(set.id).counts.rows + added.length > maxRows) throw tooManyRows()
  const end = findEnd(connection, set.id)
  const ids: number[] = []
  const unsent = toUnsent(set)
  try {
    for await (const slice of eachSlice(connection, added, rowSliceLength)) {
      const inserted = slice.map((row) => ({ row, change: isEmptyText(row.text) ? empty : unsent }))
      connection.transact(() => ids.push(...rows.insert(set.id, inserted, end + ids.length)))
    }
  } catch (error) {
    // The tally still counts a slice that was rolled back.
    tally.reset(set.id)
    if (ids.length > 0) rows.mark(set.id, ids, now())
    throw error
  }
  touch({ connection, now }, set)
  feed.publishRows(set.id)
  return { ids }
}

function tooManyRows(): ApiError {
  const message = `Sets can have up to ${maxRows.toLocaleString('en')} rows. Add the rest to another set.`
  return new ApiError('FAILED_PRECONDITION', message)
}

/** The state of a text that has no vector. */
function toUnsent(set: StoredSet): RowChange {
  return hasImportedVectors(set) ? withoutVector : waiting
}

/** An imported vector, or the reason for a missing one, stays. Others stay if their request would be the same. */
function edit(ports: RowPorts, set: StoredSet, { rowId, row: edited }: EditedRow): EmbeddingRow {
  const { connection, rows, feed } = ports
  const before = findRowOrThrow(rows, set.id, rowId)
  const { settings } = set
  const isResult = before.state === 'done' || (before.state === 'failed' && !isEmptyText(edited.text))
  const isLabel = isResult && hasImportedVectors(set)
  const isSame =
    isLabel || (before.text === edited.text && toTitle(settings, before) === toTitle(settings, edited))
  const change = isEmptyText(edited.text) ? empty : toUnsent(set)
  connection.transact(() => {
    const row = { ...before, ...edited, ...(isSame ? {} : change) }
    rows.write(set.id, row)
    if (!isSame && change === waiting) applyCachedRow(ports, toCacheScope(set), row)
    touch(ports, set)
  })
  const row = toView(ports, set.id, findRowOrThrow(rows, set.id, rowId))
  feed.publishRow(set.id, { id: rowId, state: row.state, error: row.error, cached: row.cached })
  return row
}

async function mark(
  { connection, rows, feed, now }: RowPorts,
  { id, rowIds }: Rows,
  deletedAt: number | null,
): Promise<void> {
  const set = findSet(connection, id)
  for await (const slice of eachSlice(connection, rowIds, rowSliceLength)) rows.mark(id, slice, deletedAt)
  touch({ connection, now }, set)
  feed.publishRows(id)
}

/** Reads the set again, because it may have been renamed. */
function touch({ connection, now }: Pick<EmbeddingPorts, 'connection' | 'now'>, { id }: StoredSet): void {
  saveSet(connection, { ...findSet(connection, id), updatedAt: now() })
}
