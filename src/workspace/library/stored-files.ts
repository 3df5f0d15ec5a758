// The files of all items, in pages, for the comparison with the media folder.
import type { LibraryItem } from '#shared/schemas/library'
import type { Connection } from '../database/connection'
import { findValue } from '../database/rows'

export interface StoredFile {
  readonly media: string
  readonly file: LibraryItem['file']
  /** Null if the file has not been measured yet. */
  readonly bytes: number | null
}

const pageLength = 1000

/** The next files by hash, including those in the trash; none at the end. */
export function readStoredFiles(connection: Connection, { after }: { readonly after: string }): StoredFile[] {
  // As one JSON text, which is several times faster than rows.
  const text = findValue<string>(
    connection,
    `SELECT json_group_array(json_array(media, file, bytes)) FROM (
      SELECT media, file, max(bytes) AS bytes FROM items WHERE media > ? GROUP BY media
        ORDER BY media LIMIT ${pageLength})`,
    [after],
  )
  // SQLite has just written this JSON.
  const rows = JSON.parse(text ?? '[]') as [string, LibraryItem['file'], number | null][]
  return rows.map(([media, file, bytes]) => ({ media, file, bytes }))
}
