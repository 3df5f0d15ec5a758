// Measures what uses how much of the disk, and removes what can be created again. Runs in a thread of its own.
import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { CleanUp, StoragePart, StorageUse } from '#shared/schemas/user-data'
import { type Connection, connect } from '../database/connection'
import { databaseIn } from '../database/database'
import { findValue } from '../database/rows'
import { listSnapshots } from '../database/snapshots'
import { planEmptying } from '../library/trash-plan'
import { isSidecar, listHashFolders } from '../media/media-file'
import { typeOfExtension } from '../media/media-type'
import { removeThumbnails } from '../media/store-file'
import type { MediaFolders } from './archive-layout'
import { backupsIn, deleteOldBackups } from './back-up'
import { assertFreeSpace } from './disk-errors'

export interface StorageOptions extends MediaFolders {
  /** The chosen folder; null without one. */
  readonly backupFolder: string | null
}

interface Use {
  bytes: number
  files: number
}

export async function measureStorage({
  folder,
  mediaFolder,
  backupFolder,
}: StorageOptions): Promise<StorageUse> {
  const uses = new Map<StoragePart, Use>()
  const add = (part: StoragePart, bytes: number, files = 1) => {
    const use = uses.get(part) ?? { bytes: 0, files: 0 }
    uses.set(part, { bytes: use.bytes + bytes, files: use.files + files })
  }
  const addFolder = async (part: StoragePart, path: string) => {
    for (const { bytes } of await listSizes(path)) add(part, bytes)
  }
  const sizes = new Map<string, number>()
  for (const names of await listHashFolders(mediaFolder).catch(() => []))
    await Promise.all(
      names.map(async (name) => {
        const bytes = await sizeOf(join(mediaFolder, name.slice(0, 2), name))
        add(toPart(name), bytes, isSidecar(name) ? 0 : 1)
        if (!isSidecar(name)) sizes.set(name.slice(0, 64), bytes)
      }),
    )
  await addFolder('thumbnails', join(mediaFolder, 'thumbnails'))
  await addFolder('snapshots', join(folder, 'snapshots'))
  await addFolder('logs', join(folder, 'logs'))
  await addFolder('log', join(folder, 'exchange-media'))
  for (const suffix of ['', '-wal', '-shm'])
    add('log', await sizeOf(join(folder, `exchanges.db${suffix}`)), 0)
  if (backupFolder !== null) await addFolder('backups', backupsIn(backupFolder))
  await addDatabase(folder, sizes, add)
  return [...uses].map(([part, use]) => ({ part, ...use }))
}

async function addDatabase(
  folder: string,
  sizes: ReadonlyMap<string, number>,
  add: (part: StoragePart, bytes: number, files?: number) => void,
): Promise<void> {
  const connection = connect(databaseIn(folder))
  try {
    const total = findValue<number>(connection, 'SELECT sum(length(vector)) FROM embedding_vectors') ?? 0
    const unused =
      findValue<number>(connection, `SELECT sum(length(vector)) FROM embedding_vectors WHERE ${isUnused}`) ??
      0
    const file = (await sizeOf(databaseIn(folder))) + (await sizeOf(`${databaseIn(folder)}-wal`))
    add('vectors', total - unused, 0)
    add('unusedVectors', unused, 0)
    add('database', Math.max(0, file - total), 0)
    const { media, items, conversations } = planEmptying(connection, {})
    const bytes = media.reduce((sum, hash) => sum + (sizes.get(hash) ?? 0), 0)
    add('trash', bytes, items.length + conversations.length)
  } finally {
    connection.close()
  }
}

const isUnused = 'key NOT IN (SELECT key FROM embedding_rows WHERE key IS NOT NULL)'

function toPart(name: string): StoragePart {
  if (isSidecar(name)) return 'otherMedia'
  const [type] = typeOfExtension(extname(name).slice(1)).split('/')
  const parts: Readonly<Record<string, StoragePart>> = { image: 'images', video: 'videos', audio: 'audio' }
  return parts[type ?? ''] ?? 'otherMedia'
}

async function listSizes(folder: string): Promise<{ bytes: number }[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const sizes: { bytes: number }[] = []
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) sizes.push(...(await listSizes(path)))
    else if (entry.isFile()) sizes.push({ bytes: await sizeOf(path) })
  }
  return sizes
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}

/** The parts that no running work needs. The workspace itself empties the trash and clears the request log. */
export type FileCleanUp = Exclude<CleanUp, 'trash' | 'log'>

/** `onLock` is called before other connections have to wait for their writes. */
export async function cleanUpFiles(
  part: FileCleanUp,
  { folder, mediaFolder, backupFolder }: StorageOptions,
  onLock: () => void = () => {},
): Promise<void> {
  if (part === 'database') await compactDatabase(databaseIn(folder), onLock)
  if (part === 'thumbnails') await removeThumbnails(mediaFolder)
  // The newest one stays, in case the database is damaged.
  if (part === 'snapshots')
    for (const path of listSnapshots(databaseIn(folder)).slice(1)) await rm(path, { force: true })
  if (part === 'backups' && backupFolder !== null) await deleteOldBackups(backupFolder, 1)
  if (part === 'logs')
    // The current file is open.
    for (const name of await readdir(join(folder, 'logs')).catch(() => []))
      if (/\.\d+\.log$|\.old\.log$/.test(name)) await rm(join(folder, 'logs', name), { force: true })
  if (part === 'unusedVectors') {
    const connection = connect(databaseIn(folder))
    try {
      await deleteUnusedVectors(connection)
    } finally {
      connection.close()
    }
  }
}

/** Milliseconds to wait for a write of the application. */
const maxWaitMs = 60_000

/** Rewrites the file without the space of deleted entries. */
async function compactDatabase(file: string, onLock: () => void): Promise<void> {
  // The new content is written twice: to a temporary file, and to the log that is then copied into the database.
  await assertFreeSpace(dirname(file), 2 * (await sizeOf(file)), 'compact the database')
  const connection = connect(file, { busyTimeout: maxWaitMs })
  try {
    onLock()
    connection.exec('VACUUM')
    // Only now does the file become smaller.
    connection.get('PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    connection.close()
  }
}

/** In small transactions, because the application writes meanwhile. */
async function deleteUnusedVectors(connection: Connection): Promise<void> {
  const sql = `DELETE FROM embedding_vectors WHERE key IN (SELECT key FROM embedding_vectors WHERE ${isUnused} LIMIT 200)`
  while (connection.run(sql) > 0) await yieldToEventLoop()
}
