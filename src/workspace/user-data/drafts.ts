// Drafts and forms as the user left them.
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

export interface Forms {
  /** By name; one that is no JSON any more is left out. */
  read(): Record<string, unknown>
  write(input: { name: string; form?: unknown }): void
}

export function createForms(connection: Connection): Forms {
  return {
    read() {
      const rows = connection.all<{ name: string; form: string }>('SELECT name, form FROM forms')
      return Object.fromEntries(rows.flatMap(({ name, form }) => readForm(name, form)))
    },
    write({ name, form = null }) {
      const sql = 'INSERT INTO forms VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET form = excluded.form'
      connection.run(sql, [name, JSON.stringify(form)])
    },
  }
}

function readForm(name: string, form: string): [string, unknown][] {
  try {
    return [[name, JSON.parse(form)]]
  } catch {
    return []
  }
}
