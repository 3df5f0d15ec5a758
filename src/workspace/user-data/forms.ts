// What stands in the forms of the panels, as the page left it: each panel reads its own back with care.
import type { Connection } from '../database/connection'

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
