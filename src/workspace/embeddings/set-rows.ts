// Sets of texts as rows: what they are called, and how they are embedded.
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import { type EmbeddingSet, EmbeddingSettings, VectorSource } from '#shared/schemas/embedding-set'
import { unseen } from '../conversations/tree/tree-rows'
import type { Connection } from '../database/connection'
import { readStored } from '../database/stored-json'

export type KeptSet = Pick<
  EmbeddingSet,
  'id' | 'name' | 'createdAt' | 'updatedAt' | 'settings' | 'columns' | 'upstream' | 'twinOf'
>

interface SetRow {
  readonly id: string
  readonly name: string
  readonly settings: string
  readonly columns: string
  readonly upstream: string | null
  readonly twin_of: string | null
  readonly created_at: number
  readonly updated_at: number
}

/** A twin outlives the set that it was made of. */
const columns = `id, name, settings, columns, upstream, created_at, updated_at,
  (SELECT id FROM embedding_sets AS source WHERE source.id = sets.twin_of AND source.deleted_at IS NULL) AS twin_of`
const sets = 'embedding_sets AS sets'

/** The newest first. One that is damaged is left out, and harms no other. */
export function listSets(connection: Connection): KeptSet[] {
  return connection
    .all<SetRow>(`SELECT ${columns} FROM ${sets} WHERE deleted_at IS NULL ORDER BY updated_at DESC, seq DESC`)
    .flatMap(toSet)
}

/** One in the bin is not found. */
export function findSet(connection: Connection, id: string): KeptSet {
  const row = connection.get<SetRow>(`SELECT ${columns} FROM ${sets} WHERE id = ? AND deleted_at IS NULL`, [
    id,
  ])
  const [set] = row ? toSet(row) : []
  if (set) return set
  throw new ApiError('NOT_FOUND', 'There is no such set of embeddings.', { param: 'id' })
}

/** Nobody sees it before it is whole, where it is written in slices. */
export function insertSet(connection: Connection, set: KeptSet, isWhole = true): void {
  connection.run(
    `INSERT INTO embedding_sets (id, name, settings, columns, upstream, twin_of, created_at, updated_at, deleted_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      set.id,
      set.name,
      JSON.stringify(set.settings),
      JSON.stringify(set.columns),
      set.upstream && JSON.stringify(set.upstream),
      set.twinOf,
      set.createdAt,
      set.updatedAt,
      isWhole ? null : unseen,
    ],
  )
}

export function saveSet(connection: Connection, set: KeptSet): void {
  connection.run(
    'UPDATE embedding_sets SET name = ?, settings = ?, columns = ?, upstream = ?, updated_at = ? WHERE id = ?',
    [
      set.name,
      JSON.stringify(set.settings),
      JSON.stringify(set.columns),
      set.upstream && JSON.stringify(set.upstream),
      set.updatedAt,
      set.id,
    ],
  )
}

export function showSet(connection: Connection, id: string): void {
  connection.run('UPDATE embedding_sets SET deleted_at = NULL WHERE id = ?', [id])
}

/** Into the bin or, with null, out of it. False where it stands there already, or is gone for good. */
export function markSet(connection: Connection, id: string, deletedAt: number | null): boolean {
  const sql = `UPDATE embedding_sets SET deleted_at = ?
    WHERE id = ? AND (deleted_at IS NULL) = ? AND deleted_at IS NOT ${unseen}`
  return connection.run(sql, [deletedAt, id, deletedAt === null ? 0 : 1]) > 0
}

const Columns = z.array(z.string())

function toSet(row: SetRow): KeptSet[] {
  const settings = readStored(EmbeddingSettings, row.settings)
  if (!settings) return []
  return [
    {
      id: row.id,
      name: row.name,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      settings: EmbeddingSettings.parse(settings),
      columns: readStored(Columns, row.columns) ?? [],
      upstream: row.upstream === null ? null : (readStored(VectorSource, row.upstream) ?? null),
      twinOf: row.twin_of,
    },
  ]
}
