// Stores unsent prompts (drafts) and values of forms.

import { Draft } from '#shared/schemas/chat'
import { writeExactJson } from '#shared/wire/exact-json'
import type { Connection } from '../database/connection'
import { parseJson, parseStored } from '../parse-json'

export function createDrafts(connection: Connection, now: () => number) {
  return {
    /** By conversation. Skips damaged drafts. */
    read(): Record<string, Draft> {
      const rows = connection.all<{ key: string; draft: string }>(
        'SELECT key, draft FROM drafts ORDER BY updated_at',
      )
      const readable = rows.flatMap(({ key, draft }) => {
        const read = parseStored(Draft, draft)
        return read ? [[key, read] as const] : []
      })
      return Object.fromEntries(readable)
    },
    /** Null deletes the draft. */
    write({ key, draft }: { key: string; draft: Draft | null }): void {
      if (draft === null) connection.run('DELETE FROM drafts WHERE key = ?', [key])
      else
        connection.run(
          `INSERT INTO drafts (key, draft, updated_at) VALUES (?, ?, ?)
            ON CONFLICT (key) DO UPDATE SET draft = excluded.draft, updated_at = excluded.updated_at`,
          [key, writeExactJson(draft), now()],
        )
    },
  }
}

export function createForms(connection: Connection) {
  return {
    /** By name. Skips damaged JSON. */
    read(): Record<string, unknown> {
      const rows = connection.all<{ name: string; form: string }>('SELECT name, form FROM forms')
      const forms = rows.map(({ name, form }) => [name, parseJson(form)] as const)
      return Object.fromEntries(forms.filter(([, form]) => form !== undefined))
    },
    write({ name, form = null }: { name: string; form?: unknown }): void {
      const sql = 'INSERT INTO forms VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET form = excluded.form'
      connection.run(sql, [name, JSON.stringify(form)])
    },
  }
}
