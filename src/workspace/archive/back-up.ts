// Saves a backup of the user's data in a folder. Backups share their media, so that only new files are copied.
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import { ArchiveManifest } from '#shared/schemas/user-data'
import { createFolder, removeTempFiles, writeAndSync, writeAtomically } from '../atomic-write'
import { hashFile, type MediaFile } from '../media/media-file'
import { parseStored } from '../parse-json'
import {
  databasePath,
  findMedia,
  type MediaFolders,
  manifestPath,
  nameOf,
  readChunks,
  readmePath,
  toManifest,
  toMediaPath,
  writeReadme,
} from './archive-layout'
import { copyDatabase, makeWorkFolder } from './copy-database'
import { assertFreeSpace, explainDiskError } from './disk-errors'
import { openFileBatches } from './file-batches'
import type { DataContext } from './write-archive'

export interface BackupOptions extends MediaFolders {
  /** The folder that the user has chosen; the backups are in a folder of their own in it. */
  readonly target: string
  readonly maxCount: number
  readonly appVersion: string
  readonly now: number
}

export interface SavedBackup {
  /** Media files that were copied, and those that an earlier backup has. */
  readonly copied: number
  readonly unchanged: number
  /** The size of the database and the copied files. */
  readonly bytes: number
}

export function backupsIn(target: string): string {
  return join(target, 'Gen Playground backups')
}

/** Throws a message for the user; earlier backups then stay as they were. */
export async function saveBackup(options: BackupOptions, context: DataContext): Promise<SavedBackup> {
  const { target, folder } = options
  const work = makeWorkFolder(folder, 'backup')
  try {
    // A disk that is not connected must not be replaced by a folder with its name.
    await stat(target)
    return await save(options, work, context)
  } catch (error) {
    context.signal.throwIfAborted()
    throw explainDiskError(error, `Couldn’t back up to ${target}`)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function save(
  options: BackupOptions,
  work: string,
  { signal, report }: DataContext,
): Promise<SavedBackup> {
  report({ phase: 'preparing', files: 0, totalFiles: 0, bytes: 0, totalBytes: 0 })
  const { folder, target, maxCount, appVersion, now } = options
  const root = backupsIn(target)
  await createFolder(root)
  await removeTempFiles(root)
  await removeUnfinished(root)
  const database = join(work, 'workspace.db')
  const { counts, media } = await copyDatabase({ folder, target: database, appVersion, signal })
  const { files, missing } = await findMedia(options, media)
  const [fresh, unchanged] = await splitFiles(root, files)
  const databaseBytes = (await stat(database)).size
  const newBytes = databaseBytes + fresh.reduce((sum, { length }) => sum + length, 0)
  await assertFreeSpace(root, newBytes, 'back up your data')
  const changed = await copyMedia(root, fresh, { signal, report })
  const unfinished = join(root, `${toName(now)}${unfinishedSuffix}`)
  await createFolder(join(unfinished, 'data'))
  const sha256 = await copyDatabaseFile(database, join(unfinished, databasePath), signal)
  const manifest = toManifest({
    appVersion,
    createdAt: now,
    counts,
    missing: [...missing, ...changed],
    entries: [
      { path: databasePath, bytes: databaseBytes, sha256 },
      ...files
        .filter(({ hash }) => !changed.includes(hash))
        .map((file) => ({ path: toMediaPath(nameOf(file)), bytes: file.length, sha256: file.hash })),
    ],
  })
  await writeAtomically(root, join(root, readmePath), Buffer.from(writeReadme(appVersion, now)))
  await writeAtomically(
    root,
    join(unfinished, manifestPath),
    Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`),
  )
  await rename(unfinished, unfinished.slice(0, -unfinishedSuffix.length))
  await deleteOldBackups(target, maxCount)
  return { copied: fresh.length - changed.length, unchanged: unchanged.length, bytes: newBytes }
}

const unfinishedSuffix = '.unfinished'

/** `2026-11-24T09-30-00.000Z` */
function toName(now: number): string {
  return new Date(now).toISOString().replace(/:/g, '-')
}

async function listBackups(root: string): Promise<string[]> {
  const names = await readdir(root).catch(() => [])
  return names.filter((name) => /^\d{4}-\d\d-\d\dT[\d.-]+Z$/.test(name)).sort()
}

/** A crash has interrupted them. */
async function removeUnfinished(root: string): Promise<void> {
  for (const name of await readdir(root))
    if (name.endsWith(unfinishedSuffix)) await rm(join(root, name), { recursive: true, force: true })
}

/** Compares lengths: files are named by their content, and never change. */
async function splitFiles(
  root: string,
  files: readonly MediaFile[],
): Promise<[fresh: MediaFile[], unchanged: MediaFile[]]> {
  const fresh: MediaFile[] = []
  const unchanged: MediaFile[] = []
  for (const file of files) {
    const found = await stat(join(root, toMediaPath(nameOf(file)))).catch(() => undefined)
    if (found?.size === file.length) unchanged.push(file)
    else fresh.push(file)
  }
  return [fresh, unchanged]
}

/** Returns the hashes of files whose bytes have changed, which are left out. */
async function copyMedia(
  root: string,
  media: readonly MediaFile[],
  { signal, report }: DataContext,
): Promise<string[]> {
  const totalBytes = media.reduce((sum, { length }) => sum + length, 0)
  const changed: string[] = []
  let bytes = 0
  const batches = openFileBatches({
    folder: root,
    onWritten: async (written) => {
      for (const { temporary, path, sha256 } of written) await verifyCopy(temporary, { path, sha256, signal })
    },
  })
  try {
    for (const [files, file] of media.entries()) {
      const path = join(root, toMediaPath(nameOf(file)))
      const content = readChunks(file.path, signal, (count) => {
        bytes += count
        report({ phase: 'media', files, totalFiles: media.length, bytes, totalBytes })
      })
      if (!(await batches.add({ path, sha256: file.hash, content }))) changed.push(file.hash)
    }
    await batches.finish()
  } finally {
    await batches.discard()
  }
  return changed
}

/** Returns the SHA-256 of the copy. */
async function copyDatabaseFile(from: string, to: string, signal: AbortSignal): Promise<string> {
  const sha256 = await hashFile(from, signal)
  await writeAndSync(to, readChunks(from, signal))
  await verifyCopy(to, { path: from, sha256, signal })
  return sha256
}

interface Expected {
  /** Named if the copy differs. */
  readonly path: string
  readonly sha256: string
  readonly signal: AbortSignal
}

/** Reads the copy back. */
async function verifyCopy(copy: string, { path, sha256, signal }: Expected): Promise<void> {
  if ((await hashFile(copy, signal)) === sha256) return
  throw new ApiError(
    'INTERNAL',
    `The copy of ${basename(path)} isn’t what was written. The backup disk may be damaged. Choose another folder.`,
  )
}

/** Deletes all but the newest backups, then the media that only they have. Keeps all media if a manifest can't be read. */
export async function deleteOldBackups(target: string, maxCount: number): Promise<void> {
  const root = backupsIn(target)
  const backups = await listBackups(root)
  const deleted = backups.slice(0, Math.max(0, backups.length - maxCount))
  if (deleted.length === 0) return
  for (const name of deleted) await rm(join(root, name), { recursive: true, force: true })
  const needed = new Set<string>()
  for (const name of backups.slice(deleted.length)) {
    const manifest = parseStored(
      ArchiveManifest,
      await readFile(join(root, name, manifestPath), 'utf8').catch(() => ''),
    )
    if (!manifest) return
    for (const { path } of manifest.entries) needed.add(path)
  }
  const media = join(root, 'media')
  for (const hashFolder of await readdir(media).catch(() => []))
    for (const name of await readdir(join(media, hashFolder)).catch(() => []))
      if (/^[0-9a-f]{64}\.[a-z0-9]+$/.test(name) && !needed.has(toMediaPath(name)))
        await rm(join(media, hashFolder, name), { force: true })
}
