// Defines the rows of the database that belong to the user’s data, and so to archives and backups, and counts them.
import { Settings } from '#shared/schemas/settings'
import { type ArchiveKind, archiveKinds } from '#shared/schemas/user-data'
import { stagedMarker } from '../conversations/tree/tree-rows'
import type { Connection } from '../database/connection'
import { findValue, listValues } from '../database/rows'

interface ArchivedTable {
  readonly name: string
  /** The rows to copy; all of them by default. */
  readonly where?: string
}

const notStaged = `deleted_at IS NOT ${stagedMarker}`

/** Depend on this computer: folders, files, and the proxies of stored credentials. */
const localSettings: readonly string[] = ['mediaFolder', 'proxyHosts', 'backup']
const archivedSettings = Object.keys(Settings.shape).filter((key) => !localSettings.includes(key))

/** In the order in which they can be inserted. */
export const archivedTables: readonly ArchivedTable[] = [
  {
    name: 'settings',
    where: `key IN (${archivedSettings.map((key) => `'${key}'`).join(', ')})`,
  },
  { name: 'conversation_folders', where: 'deleted_at IS NULL' },
  { name: 'conversations', where: notStaged },
  {
    name: 'turns',
    where: `${notStaged} AND conversation_id IN (SELECT id FROM source.conversations WHERE ${notStaged})`,
  },
  { name: 'queued_prompts' },
  { name: 'drafts' },
  { name: 'forms' },
  { name: 'shelf', where: 'deleted_at IS NULL' },
  // A job in progress belongs to this computer, where it may be billed.
  { name: 'jobs', where: 'open = 0' },
  { name: 'transcripts', where: 'job_id IN (SELECT id FROM source.jobs WHERE open = 0)' },
  { name: 'items', where: notStaged },
  { name: 'item_tags' },
  { name: 'item_stars' },
  { name: 'collections', where: 'deleted_at IS NULL' },
  {
    name: 'collection_items',
    where: 'collection_id IN (SELECT id FROM source.collections WHERE deleted_at IS NULL)',
  },
  { name: 'loudness' },
  { name: 'embedding_sets', where: notStaged },
  {
    name: 'embedding_rows',
    where: `deleted_at IS NULL AND set_id IN (SELECT id FROM source.embedding_sets WHERE ${notStaged})`,
  },
  {
    name: 'embedding_vectors',
    where: 'key IN (SELECT key FROM source.embedding_rows WHERE key IS NOT NULL)',
  },
]

/** Keys, state of this computer, work in progress, and what is derived from other tables. */
export const otherTables: readonly string[] = [
  'named_keys',
  'metadata',
  'recordings',
  'turns_to_index',
  'unneeded_media',
  'media_refs',
  'turn_texts',
  'turn_pieces',
  'conversation_titles',
  // Copied with the items, because nothing else has the whole text.
  'item_texts',
]

/** Without generated columns. */
export function listColumns(connection: Connection, table: string): string[] {
  return listValues(connection, 'SELECT name FROM pragma_table_info(?)', [table])
}

/** `source` and `target` are names of attached databases with the same schema. */
export function copyTable(connection: Connection, { name, where = 'TRUE' }: ArchivedTable): void {
  const columns = listColumns(connection, name).join(', ')
  connection.run(`INSERT INTO main.${name} (${columns}) SELECT ${columns} FROM source.${name} WHERE ${where}`)
}

/** Attaches a database as `source`. */
export function attach(connection: Connection, file: string): void {
  connection.exec(`ATTACH '${file.replaceAll("'", "''")}' AS source`)
}

export type ArchiveCounts = Readonly<Record<ArchiveKind, number>>

/** Each kind's table, and its rows in it. */
export const kindRows: Readonly<Record<ArchiveKind, { readonly table: string; readonly where: string }>> = {
  chats: { table: 'conversations', where: "kind = 'chat'" },
  sessions: { table: 'conversations', where: "kind = 'images'" },
  messages: { table: 'turns', where: 'TRUE' },
  folders: { table: 'conversation_folders', where: 'TRUE' },
  images: { table: 'items', where: "kind = 'image'" },
  videos: { table: 'items', where: "kind = 'video'" },
  transcripts: { table: 'items', where: "kind = 'transcript'" },
  sets: { table: 'embedding_sets', where: 'TRUE' },
  presets: { table: 'shelf', where: "kind = 'preset'" },
  templates: { table: 'shelf', where: "kind = 'template'" },
  boards: { table: 'collections', where: "kind = 'board'" },
  searches: { table: 'collections', where: "kind = 'search'" },
  drafts: { table: 'drafts', where: 'TRUE' },
}

export function countArchive(connection: Connection): ArchiveCounts {
  const counts = archiveKinds.map((kind) => {
    const { table, where } = kindRows[kind]
    return [kind, findValue<number>(connection, `SELECT count(*) FROM ${table} WHERE ${where}`) ?? 0]
  })
  // One entry for each kind.
  return Object.fromEntries(counts) as Record<ArchiveKind, number>
}
