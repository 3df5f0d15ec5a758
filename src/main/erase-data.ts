// Deletes everything that the application has stored, at the start after the user has asked for it.
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { attach } from '#workspace/archive/archive-tables'
import { removeDatabase } from '#workspace/archive/copy-database'
import { writeAtomicallySync } from '#workspace/atomic-write'
import { closeDatabase, databaseIn, openDatabase } from '#workspace/database/database'
import { listValues } from '#workspace/database/rows'
import { listHashFolders } from '#workspace/media/media-file'
import { removeThumbnails } from '#workspace/media/store-file'
import { parseStored } from '#workspace/parse-json'
import { version } from './build-info'

const Erasure = z.object({ keys: z.boolean(), mediaFolder: z.string() })
type Erasure = z.infer<typeof Erasure>

function requestIn(folder: string): string {
  return join(folder, 'erase.json')
}

/** The next start deletes the data, before it opens them. `keys`: the vault, too. */
export function requestErasure(folder: string, erasure: Erasure): void {
  writeAtomicallySync(requestIn(folder), JSON.stringify(erasure))
}

/** Names in the data folder. Others belong to Chromium or the user. */
const ours = [
  /^(workspace|exchanges)(-replaced-.*|-old-.*)?\.db(-wal|-shm|-journal)?$/,
  // The log is open already. It has no texts of the user.
  /^(exchange-media|snapshots|unfinished|rescue|recordings|downloads|export|import|backup|Dictionaries)$/,
  /^(backup|export)\.json$/,
  /^keys\.db\.new(-wal|-shm|-journal)?$/,
]
const ofKeys = [/^vault\.json(\.backup)?$/, /^naming\.key$/]

/** Returns whether anything was requested. An interrupted deletion continues at the next start. */
export async function eraseIfRequested(folder: string): Promise<boolean> {
  const request = requestIn(folder)
  if (!existsSync(request)) return false
  const erasure = parseStored(Erasure, readFileSync(request, 'utf8'))
  if (erasure) {
    if (!erasure.keys) saveKeys(folder)
    const patterns = erasure.keys ? [...ours, ...ofKeys] : ours
    for (const name of await readdir(folder))
      if (patterns.some((pattern) => pattern.test(name)))
        await rm(join(folder, name), { recursive: true, force: true })
    await eraseMedia(erasure.mediaFolder)
    if (existsSync(keysIn(folder))) renameSync(keysIn(folder), databaseIn(folder))
  }
  rmSync(request, { force: true })
  return erasure !== undefined
}

/** Becomes the database once the earlier one is deleted. */
function keysIn(folder: string): string {
  return join(folder, 'keys.db')
}

function saveKeys(folder: string): void {
  // An interrupted deletion may have deleted the earlier database already.
  if (existsSync(keysIn(folder)) || !existsSync(databaseIn(folder))) return
  try {
    saveKeyRows({ from: databaseIn(folder), to: keysIn(folder), appVersion: version })
  } catch {
    // The database is damaged. The request to delete it counts more.
  }
}

/** The user's own files in the media folder stay. */
async function eraseMedia(folder: string): Promise<void> {
  for (const names of await listHashFolders(folder).catch(() => [])) {
    for (const name of names) await rm(join(folder, name.slice(0, 2), name), { force: true })
    const [first] = names
    if (first) await rmdir(join(folder, first.slice(0, 2))).catch(() => undefined)
  }
  await removeThumbnails(folder)
  await rmdir(folder).catch(() => undefined)
}

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
function saveKeyRows({ from, to, appVersion }: SaveOptions): void {
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
