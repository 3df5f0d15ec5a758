// Saves the rows that stored keys need, before the rest of the database is deleted.
import { renameSync, rmSync } from 'node:fs'
import { closeDatabase, openDatabase } from '../database/database'
import { listValues } from '../database/rows'
import { attach } from './archive-tables'
import { removeDatabase } from './copy-database'

/** The names and hashes of gateway keys, and the addresses and proxies that other keys are sent to. */
const keyTables = [
  { name: 'named_keys', where: 'TRUE' },
  { name: 'settings', where: "key IN ('services', 'openAiProfiles', 'vendor', 'proxyHosts')" },
] as const

interface SaveOptions {
  /** A database of this or an earlier version, which stays as it is. */
  readonly from: string
  /** The path of the new database: complete, or missing. */
  readonly to: string
  readonly appVersion: string
}

/** Creates no database if there are no such rows. Throws if `from` is damaged. */
export function saveKeyRows({ from, to, appVersion }: SaveOptions): void {
  const unfinished = `${to}.new`
  removeDatabase(unfinished)
  const copy = openDatabase({ file: unfinished, appVersion })
  let rows = 0
  try {
    attach(copy, from)
    for (const { name, where } of keyTables) {
      const columns = listValues<string>(
        copy,
        'SELECT name FROM pragma_table_info(?, ?) INTERSECT SELECT name FROM pragma_table_info(?)',
        [name, 'source', name],
      ).join(', ')
      if (columns === '') continue
      rows += copy.run(
        `INSERT INTO main.${name} (${columns}) SELECT ${columns} FROM source.${name} WHERE ${where}`,
      )
    }
    copy.exec('DETACH source')
  } finally {
    closeDatabase(copy)
  }
  if (rows > 0) renameSync(unfinished, to)
  else rmSync(unfinished)
}
