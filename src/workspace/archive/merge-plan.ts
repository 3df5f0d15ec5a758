// Compares an archive's database, attached as `source`, with the workspace's: what an import would add.
import { createHash } from 'node:crypto'
import { type ArchiveKind, archiveKinds, type ImportPreview } from '#shared/schemas/user-data'
import { stagedMarker } from '../conversations/tree/tree-rows'
import type { Connection } from '../database/connection'
import { findValue, listValues } from '../database/rows'
import { kindRows } from './archive-tables'

type KindPlan = ImportPreview['kinds'][number]

/**
 * The workspace's entries never change. Chats with new messages, boards with new items, and transcripts with new
 * versions receive them; different sets, presets, templates and searches become copies; different drafts are left out.
 */
export function planMerge(connection: Connection): KindPlan[] {
  return archiveKinds.map((kind) => {
    const { table, where } = kindRows[kind]
    const id = kind === 'drafts' ? 'key' : 'id'
    const count = (condition: string) =>
      findValue<number>(
        connection,
        `SELECT count(*) FROM source.${table} AS theirs WHERE (${where}) AND ${condition}`,
      ) ?? 0
    const exists = `(EXISTS (SELECT 1 FROM main.${table} AS ours WHERE ours.${id} = theirs.${id})
      AND NOT ${isDeletedHere(kind)})`
    const total = count('TRUE')
    const added = count(`NOT ${exists}`)
    const different = countDifferent(connection, kind, (condition) => count(`${exists} AND ${condition}`))
    return { kind, added, known: total - added - different, different }
  })
}

const withTrash: readonly ArchiveKind[] = ['chats', 'sessions', 'images', 'videos', 'transcripts', 'sets']
const withUndo: readonly ArchiveKind[] = ['folders', 'presets', 'templates', 'boards', 'searches']

/** Whether a row of the archive, `theirs`, is deleted in the workspace only: an import brings it back. */
function isDeletedHere(kind: ArchiveKind): string {
  if (!withTrash.includes(kind) && !withUndo.includes(kind)) return 'FALSE'
  return `(theirs.deleted_at IS NULL AND EXISTS (SELECT 1 FROM main.${kindRows[kind].table} AS ours
    WHERE ours.id = theirs.id AND ours.deleted_at IS NOT NULL AND ours.deleted_at IS NOT ${stagedMarker}))`
}

interface DeletedHere {
  readonly kind: ArchiveKind
  readonly table: string
  readonly ids: readonly string[]
  /** In the trash, from where the workspace restores it. Otherwise only its deletion could be undone. */
  readonly isInTrash: boolean
}

/** Entries of the archive that were deleted in the workspace. */
export function listDeletedHere(connection: Connection): DeletedHere[] {
  return [...withTrash, ...withUndo].map((kind) => {
    const { table, where } = kindRows[kind]
    const sql = `SELECT id FROM source.${table} AS theirs WHERE (${where}) AND ${isDeletedHere(kind)}`
    return { kind, table, ids: listValues<string>(connection, sql), isInTrash: withTrash.includes(kind) }
  })
}

function countDifferent(
  connection: Connection,
  kind: ArchiveKind,
  count: (condition: string) => number,
): number {
  switch (kind) {
    case 'chats':
    case 'sessions':
      return count(`EXISTS (SELECT 1 FROM source.turns WHERE conversation_id = theirs.id
        AND id NOT IN (SELECT id FROM main.turns))`)
    case 'transcripts':
      return count(`EXISTS (SELECT 1 FROM source.transcripts WHERE job_id = theirs.job_id
        AND id NOT IN (SELECT id FROM main.transcripts))`)
    case 'boards':
      return count(`EXISTS (SELECT 1 FROM source.collection_items AS listed WHERE listed.collection_id = theirs.id
        AND NOT EXISTS (SELECT 1 FROM main.collection_items AS ours
          WHERE ours.collection_id = listed.collection_id AND ours.item_id = listed.item_id))`)
    case 'drafts':
      return count('draft IS NOT (SELECT draft FROM main.drafts WHERE key = theirs.key)')
    case 'sets':
      return listChangedSets(connection).length
    case 'presets':
    case 'templates':
      return listChangedEntries(connection, 'shelf').filter(({ kind: each }) => `${each}s` === kind).length
    case 'searches':
      return listChangedEntries(connection, 'collections').length
    default:
      return 0
  }
}

export interface ChangedEntry {
  readonly id: string
  readonly kind: string
  /** The id of its copy: the same for the same content, so that importing it again adds nothing. */
  readonly copyId: string
}

const contents = new Map([
  ['shelf', 'content'],
  ['collections', 'filters'],
])

/** Presets, templates, or saved searches with other content than the workspace's ones, and without a copy of it. */
export function listChangedEntries(connection: Connection, table: 'shelf' | 'collections'): ChangedEntry[] {
  const content = contents.get(table)
  const rows = connection.all<{ id: string; kind: string; name: string; content: string }>(
    `SELECT theirs.id, theirs.kind, theirs.name, theirs.${content} AS content FROM source.${table} AS theirs
      JOIN main.${table} AS ours ON ours.id = theirs.id
      WHERE theirs.kind <> 'board' AND theirs.${content} IS NOT ours.${content}`,
  )
  return withoutCopies(
    connection,
    table,
    rows.map((row) => ({ id: row.id, kind: row.kind, copyId: toCopyId(row.id, [row.name, row.content]) })),
  )
}

/**
 * Gives versions of transcripts that differ from the workspace's of the same ID, because their edit continued, an ID of
 * their own in the archive's database, so that both texts stay.
 */
export function separateChangedVersions(connection: Connection): void {
  const changed = connection.all<{ id: string; text: string }>(
    `SELECT theirs.id, theirs.text FROM source.transcripts AS theirs JOIN main.transcripts AS ours ON ours.id = theirs.id
      WHERE theirs.text IS NOT ours.text`,
  )
  for (const { id, text } of changed)
    connection.run('UPDATE source.transcripts SET id = ? WHERE id = ?', [toCopyId(id, [text]), id])
}

/** Embedding sets with other rows than the workspace's ones, and without a copy of them. */
export function listChangedSets(connection: Connection): ChangedEntry[] {
  const rows = connection.all<{ id: string }>(
    'SELECT theirs.id FROM source.embedding_sets AS theirs JOIN main.embedding_sets AS ours ON ours.id = theirs.id',
  )
  const changed = rows.flatMap(({ id }) => {
    const theirs = hashSet(connection, 'source', id)
    return theirs === hashSet(connection, 'main', id)
      ? []
      : [{ id, kind: 'set', copyId: toCopyId(id, [theirs]) }]
  })
  return withoutCopies(connection, 'embedding_sets', changed)
}

function withoutCopies(
  connection: Connection,
  table: string,
  entries: readonly ChangedEntry[],
): ChangedEntry[] {
  return entries.filter(
    ({ copyId }) => findValue(connection, `SELECT 1 FROM main.${table} WHERE id = ?`, [copyId]) === undefined,
  )
}

/** Rows per read. */
const sliceLength = 1000

function hashSet(connection: Connection, database: 'main' | 'source', id: string): string {
  const hash = createHash('sha256')
  const settings = findValue<string>(
    connection,
    `SELECT settings FROM ${database}.embedding_sets WHERE id = ?`,
    [id],
  )
  hash.update(settings ?? '')
  for (let after = -1; ; ) {
    const rows = connection.all<{ row_id: number; content: string }>(
      `SELECT row_id, json_array(row_id, position, text, title, cells, state, hex(key)) AS content
        FROM ${database}.embedding_rows WHERE set_id = ? AND row_id > CAST(? AS INTEGER) AND deleted_at IS NULL
        ORDER BY row_id LIMIT ${sliceLength}`,
      [id, after],
    )
    for (const { content } of rows) hash.update(content)
    const last = rows.at(-1)
    if (!last) return hash.digest('hex')
    after = last.row_id
  }
}

/** In the form of a UUID. */
function toCopyId(id: string, content: readonly string[]): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([id, ...content]))
    .digest('hex')
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
