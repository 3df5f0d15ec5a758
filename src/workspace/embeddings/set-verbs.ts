// What people do with whole sets: make, name, set differently, double, put into the bin and take out.
import { ApiError } from '#shared/schemas/api-error'
import type { EmbeddingSet, EmbeddingSettings } from '#shared/schemas/embedding-set'
import { createYield } from '../concurrency/timing'
import { clearRows } from './clear-rows'
import type { RowPorts } from './row-verbs'
import { findSet, insertSet, type KeptSet, listSets, markSet, saveSet, showSet } from './set-rows'
import { takeCached } from './take-cached'
import { empty, type InsertedRow, type KeptRow, waiting } from './text-rows'
import { isEmptyText, toKey } from './vector-key'

interface ById {
  readonly id: string
}

export interface SetVerbs {
  list(): EmbeddingSet[]
  create(input: { name: string; settings: EmbeddingSettings; columns: readonly string[] }): EmbeddingSet
  rename(input: ById & { name: string }): EmbeddingSet
  setSettings(input: ById & { settings: EmbeddingSettings }): Promise<EmbeddingSet>
  setColumns(input: ById & { columns: readonly string[] }): EmbeddingSet
  twin(input: ById & { settings: EmbeddingSettings }): Promise<EmbeddingSet>
  delete(input: ById): void
  restore(input: ById): EmbeddingSet
}

export interface SetPorts extends RowPorts {
  readonly view: (set: KeptSet) => EmbeddingSet
  /** Within a transaction: the Library tells of it as it is now, where it does at all. */
  readonly relist: (setId: string) => void
  /** Within a transaction: the Library's item goes along. */
  readonly markItem: (setId: string, deletedAt: number | null) => void
}

export function createSetVerbs(ports: SetPorts): SetVerbs {
  const { connection, now, feed, view, relist, inTurn } = ports
  const change = (id: string, changes: Partial<KeptSet>): EmbeddingSet => {
    const set = { ...findSet(connection, id), ...changes, updatedAt: now() }
    connection.transact(() => {
      saveSet(connection, set)
      relist(id)
    })
    feed.tell(id)
    return view(set)
  }
  return {
    list: () => listSets(connection).map(view),
    create({ columns, ...given }) {
      const set = { ...given, ...beginSet(ports), columns: [...columns], upstream: null, twinOf: null }
      insertSet(connection, set)
      feed.tell(set.id)
      return view(set)
    },
    rename: ({ id, name }) => change(id, { name }),
    setColumns: ({ id, columns }) => change(id, { columns: [...columns] }),
    setSettings: ({ id, settings }) =>
      inTurn(id, async () => {
        const set = findSet(connection, id)
        if (JSON.stringify(settings) === JSON.stringify(set.settings)) return view(set)
        await reset(ports, set, () => change(id, { settings }))
        return view(findSet(connection, id))
      }),
    twin: ({ id, settings }) =>
      inTurn(id, async () => view(await copySet(ports, findSet(connection, id), settings))),
    delete({ id }) {
      ports.runs.cancel(id)
      const deletedAt = now()
      connection.transact(() => {
        if (markSet(connection, id, deletedAt)) ports.markItem(id, deletedAt)
      })
      feed.tell(id)
    },
    restore({ id }) {
      connection.transact(() => {
        if (markSet(connection, id, null)) ports.markItem(id, null)
      })
      feed.tellRows(id)
      return view(findSet(connection, id))
    },
  }
}

function beginSet({ newId, now }: SetPorts): Pick<KeptSet, 'id' | 'createdAt' | 'updatedAt'> {
  const at = now()
  return { id: newId(), createdAt: at, updatedAt: at }
}

/** The vectors go before the settings change, and those that are known come after it: never one of other settings. */
async function reset(ports: SetPorts, { id: setId }: KeptSet, change: () => EmbeddingSet): Promise<void> {
  if (ports.runs.of(setId))
    throw new ApiError('FAILED_PRECONDITION', 'The set is running: cancel that first.')
  const { settings, upstream: source } = await clearRows(ports, setId, change)
  const rowIds = await ports.rows.listIds(setId, ['waiting'])
  await takeCached(ports, { setId, settings, source, withFile: true, rowIds })
}

const sliceLength = 200

/** Rows keep their ids, so that the two can be compared. */
async function copySet(ports: SetPorts, source: KeptSet, settings: EmbeddingSettings): Promise<KeptSet> {
  const { connection, rows, closing, list } = ports
  const name = nameTwin(source.name, settings)
  const twin = { ...source, ...beginSet(ports), name, settings, twinOf: source.id }
  insertSet(connection, twin, false)
  const pause = createYield()
  for (let offset = 0; ; offset += sliceLength) {
    const slice = rows.page(source.id, { offset, limit: sliceLength })
    if (slice.length === 0) break
    await connection.lock.whenFree()
    const copies = slice.map((row) => copyRow(ports, twin, row))
    connection.transact(() => rows.insert(twin.id, copies, { first: offset + 1, step: 1 }))
    await pause()
    // Nobody sees what there is of it, and the next start takes it away.
    if (closing.aborted) throw new ApiError('CANCELLED', 'The program is closing.')
  }
  connection.transact(() => {
    showSet(connection, twin.id)
    list(twin.id)
  })
  ports.feed.tell(twin.id)
  return twin
}

function copyRow({ vectors }: SetPorts, { settings, upstream }: KeptSet, row: KeptRow): InsertedRow {
  if (isEmptyText(row.text)) return { id: row.id, row, change: empty }
  const key = upstream && toKey(upstream, settings, row)
  const dimensions = key ? vectors.measure(key) : undefined
  if (key === null || dimensions === undefined) return { id: row.id, row, change: waiting }
  return { id: row.id, row, change: { state: 'done', key, dimensions, error: null, cached: true } }
}

/** It is told apart by what is set otherwise. */
function nameTwin(name: string, { model, taskType, outputDimensionality }: EmbeddingSettings): string {
  const told = [taskType, outputDimensionality].filter((setting) => setting !== null)
  const mark = ` (${told.length > 0 ? told.join(', ') : model})`
  return `${[...name].slice(0, 200 - mark.length).join('')}${mark}`
}
