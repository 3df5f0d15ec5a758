// Reads and writes embedding sets as database rows; deletes them with the vectors that only they use.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import { type EmbeddingSet, EmbeddingSettings, VectorSource } from '#shared/schemas/embedding-set'
import { stagedMarker } from '../conversations/tree/tree-rows'
import type { Connection } from '../database/connection'
import { repairRow } from '../database/rows'
import { parseStored } from '../parse-json'
import type { EmbeddingPorts } from './embedding-ports'
import { eachSlice } from './text-rows'

export type StoredSet = Pick<
  EmbeddingSet,
  'id' | 'name' | 'createdAt' | 'updatedAt' | 'settings' | 'columns' | 'upstream' | 'duplicateOf'
>

/** A row as stored. */
interface SetRow extends Omit<StoredSet, 'settings' | 'columns' | 'upstream'> {
  readonly settings: string
  readonly columns: string
  readonly upstream: string | null
}

/** A copy outlives the set it was made from. */
const columns = `id, name, settings, columns, upstream, created_at AS createdAt, updated_at AS updatedAt,
  (SELECT id FROM embedding_sets AS source WHERE source.id = sets.twin_of AND source.deleted_at IS NULL) AS duplicateOf`
const sets = 'embedding_sets AS sets'

/** Newest first; leaves out damaged sets. */
export function listSets(connection: Connection): StoredSet[] {
  return connection
    .all<SetRow>(`SELECT ${columns} FROM ${sets} WHERE deleted_at IS NULL ORDER BY updated_at DESC, seq DESC`)
    .flatMap(toSet)
}

/** Throws if the set is in the trash. */
export function findSet(connection: Connection, id: string): StoredSet {
  const row = connection.get<SetRow>(`SELECT ${columns} FROM ${sets} WHERE id = ? AND deleted_at IS NULL`, [
    id,
  ])
  const [set] = row ? toSet(row) : []
  if (set) return set
  throw new ApiError('NOT_FOUND', 'Embedding set not found.', { param: 'id' })
}

/** Hidden until complete if it is written in slices. */
export function insertSet(connection: Connection, set: StoredSet, isComplete = true): void {
  connection.run(
    `INSERT INTO embedding_sets (name, settings, columns, upstream, updated_at, id, twin_of, created_at, deleted_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [...toValues(set), set.duplicateOf, set.createdAt, isComplete ? null : stagedMarker],
  )
}

/** Hidden until `fill` has written its rows; deleted if that fails, or if the workspace closes meanwhile. */
export async function buildSet(
  ports: EmbeddingPorts,
  set: StoredSet,
  fill: () => Promise<void>,
): Promise<StoredSet> {
  const { connection, list, closing, feed } = ports
  insertSet(connection, set, false)
  try {
    await fill()
    if (closing.aborted) throw new ApiError('CANCELLED', 'Gen Playground is quitting.')
    connection.transactDurably(() => {
      connection.run('UPDATE embedding_sets SET deleted_at = NULL WHERE id = ?', [set.id])
      list(set.id)
    })
  } catch (error) {
    await dropSet(ports, set.id)
    throw error
  }
  feed.publish(set.id)
  return set
}

export function saveSet(connection: Connection, set: StoredSet): void {
  connection.run(
    'UPDATE embedding_sets SET name = ?, settings = ?, columns = ?, upstream = ?, updated_at = ? WHERE id = ?',
    toValues(set),
  )
}

function toValues({ id, name, settings, columns: names, upstream, updatedAt }: StoredSet) {
  const written = [JSON.stringify(settings), JSON.stringify(names), upstream && JSON.stringify(upstream)]
  return [name, ...written, updatedAt, id]
}

/** Moves the set into the trash or, with null, out of it. Returns false if it is there already, or deleted for good. */
export function markSet(connection: Connection, id: string, deletedAt: number | null): boolean {
  const sql = `UPDATE embedding_sets SET deleted_at = ?
    WHERE id = ? AND (deleted_at IS NULL) = ? AND deleted_at IS NOT ${stagedMarker}`
  return connection.run(sql, [deletedAt, id, deletedAt === null ? 0 : 1]) > 0
}

const Columns = z.array(z.string())

function toSet(stored: SetRow): StoredSet[] {
  const types = { id: 'text', name: 'text', createdAt: 'number', updatedAt: 'number' } as const
  const { settings: written, columns: names, upstream, ...row } = repairRow(stored, types)
  const settings = parseStored(EmbeddingSettings, written)
  if (!settings) return []
  return [
    {
      ...row,
      settings: EmbeddingSettings.parse(settings),
      columns: parseStored(Columns, names) ?? [],
      upstream: upstream === null ? null : withModel(parseStored(VectorSource, upstream) ?? null, settings),
    },
  ]
}

/** Earlier versions did not store the model that was used. */
export function withModel(source: VectorSource | null, { model }: { readonly model: string }) {
  return source && source.kind !== 'imported' ? { model, ...source } : source
}

/** Its vectors are in no cache, and no run replaces them without a question. */
export function isFromFile({ upstream }: Pick<StoredSet, 'upstream'>): boolean {
  return upstream === null || upstream.isFile === true
}

type DropPorts = Pick<EmbeddingPorts, 'connection' | 'closing'>

const sliceLength = 100

/** Does nothing unless the set is in the trash. */
export async function dropSet({ connection, closing }: DropPorts, setId: string): Promise<void> {
  const sql = 'UPDATE embedding_sets SET deleted_at = ? WHERE id = ? AND deleted_at IS NOT NULL'
  if (connection.run(sql, [stagedMarker, setId]) === 0) return
  while (dropSlice(connection, setId) === sliceLength) {
    await yieldToEventLoop()
    await connection.lock.whenFree()
    if (closing.aborted) return
  }
  connection.run('DELETE FROM embedding_sets WHERE id = ?', [setId])
}

function dropSlice(connection: Connection, setId: string): number {
  const slice = `SELECT seq FROM embedding_rows WHERE set_id = ? ORDER BY row_id LIMIT ${sliceLength}`
  return connection.transact(() => {
    connection.run(
      `DELETE FROM embedding_vectors WHERE key IN (SELECT key FROM embedding_rows WHERE seq IN (${slice}))
        AND NOT EXISTS (SELECT 1 FROM embedding_rows AS other
          WHERE other.key = embedding_vectors.key AND other.set_id <> ?)`,
      [setId, setId],
    )
    return connection.run(`DELETE FROM embedding_rows WHERE seq IN (${slice})`, [setId])
  })
}

/**
 * Removes what earlier runs of the program left: incomplete sets, deleted sets without a Library item, and deleted rows.
 * Ignores what is deleted after the call. Never rejects.
 */
export async function sweepEmbeddings(ports: DropPorts): Promise<void> {
  const { connection, closing } = ports
  try {
    const leftover = connection.all<{ id: string }>(
      `SELECT id FROM embedding_sets WHERE deleted_at IS NOT NULL
        AND (deleted_at = ${stagedMarker} OR NOT EXISTS (SELECT 1 FROM items WHERE items.id = embedding_sets.id))`,
    )
    const rows = connection.all<{ seq: number }>(
      'SELECT seq FROM embedding_rows WHERE deleted_at IS NOT NULL',
    )
    for (const { id } of leftover) await dropSet(ports, id)
    for await (const slice of eachSlice(connection, rows, sliceLength)) {
      if (closing.aborted) return
      const seqs = JSON.stringify(slice.map(({ seq }) => seq))
      connection.run('DELETE FROM embedding_rows WHERE seq IN (SELECT value FROM json_each(?))', [seqs])
    }
  } catch (error) {
    // The database is damaged or closed: the next start tries again.
    if (!(error instanceof ApiError)) throw error
  }
}
