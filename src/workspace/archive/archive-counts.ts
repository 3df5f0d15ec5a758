// Counts the contents of an archive, by kinds that the interface names.
import { type ArchiveKind, archiveKinds } from '#shared/schemas/user-data'
import type { Connection } from '../database/connection'
import { findValue } from '../database/rows'

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
