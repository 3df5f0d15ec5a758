// What the user has written and not sent yet, a row a conversation.
import { Draft } from '#shared/schemas/draft'
import type { Connection } from '../database/connection'
import { readStored } from '../database/stored-json'

export interface Drafts {
  /** By conversation; one that is damaged is left out. */
  read(): Record<string, Draft>
  /** Null forgets it. */
  write(input: { key: string; draft: Draft | null }): void
}

interface DraftRow {
  readonly key: string
  readonly draft: string
}

export function createDrafts(connection: Connection, now: () => number): Drafts {
  return {
    read() {
      const rows = connection.all<DraftRow>('SELECT key, draft FROM drafts ORDER BY updated_at')
      const readable = rows.flatMap(({ key, draft }) => {
        const read = readStored(Draft, draft)
        return read ? [[key, read] as const] : []
      })
      return Object.fromEntries(readable)
    },
    write({ key, draft }) {
      if (draft === null) connection.run('DELETE FROM drafts WHERE key = ?', [key])
      else
        connection.run(
          `INSERT INTO drafts (key, draft, updated_at) VALUES (?, ?, ?)
            ON CONFLICT (key) DO UPDATE SET draft = excluded.draft, updated_at = excluded.updated_at`,
          [key, JSON.stringify(draft), now()],
        )
    },
  }
}
