// Imports an archive or a backup: compares it with the workspace, stores its media, and adds its rows in one transaction.

import { createHash } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import { type ArchiveKind, ArchiveManifest, type ImportPreview } from '#shared/schemas/user-data'
import { createFolder, writeAndSync } from '../atomic-write'
import { type Connection, connect, migrate } from '../database/connection'
import { databaseIn } from '../database/database'
import { migrations } from '../database/schema'
import { assertIntact } from '../database/snapshots'
import { findFile, mediaPath } from '../media/media-file'
import { parseJson } from '../parse-json'
import { openZip } from '../zip/read-zip'
import { databasePath, type MediaFolders, manifestPath, parseMediaPath, readChunks } from './archive-layout'
import { type ArchiveCounts, attach, countArchive } from './archive-tables'
import { makeWorkFolder } from './copy-database'
import { assertFreeSpace, explainDiskError } from './disk-errors'
import { openFileBatches } from './file-batches'
import { listDeletedHere, planMerge, separateChangedVersions } from './merge-plan'
import { mergeRows } from './merge-rows'
import type { DataContext } from './write-archive'

export interface ImportOptions extends MediaFolders {
  /** A ZIP file, or the `manifest.json` of a backup. */
  readonly path: string
}

export interface ImportedRows {
  readonly counts: ArchiveCounts
  readonly mediaFiles: number
  /** Entries of the archive that are in the trash of the workspace, and are counted although they are not restored here. */
  readonly trashed: readonly string[]
  /** The settings of the archive by key, as JSON. They are not imported here. */
  readonly settings: Readonly<Record<string, string>>
}

export interface ImportContext extends DataContext {
  /** Called once the transaction has started: from now on, other writers wait. */
  readonly onLock?: () => void
}

/** Milliseconds to wait for another writer, which blocks nothing else in this thread. */
const busyTimeout = 60_000

/** Changes nothing. Throws an error that names the entry if one is damaged that it reads. */
export async function previewImport(options: ImportOptions, context: DataContext): Promise<ImportPreview> {
  return await withArchive(options, context, async ({ archive, connection }) => {
    const media = await listNewMedia(archive, options.mediaFolder)
    const { createdAt, appVersion, missing } = archive.manifest
    return {
      path: options.path,
      createdAt,
      appVersion,
      kinds: planMerge(connection),
      mediaFiles: media.length,
      mediaBytes: media.reduce((sum, { bytes }) => sum + bytes, 0),
      missing: missing.length,
    }
  })
}

/**
 * Imports all or nothing: if it fails or is aborted, no row was added, and the media files it has stored are recorded in
 * `unneeded_media`, from where the workspace removes them, at the latest at its next start.
 */
export async function importArchive(options: ImportOptions, context: ImportContext): Promise<ImportedRows> {
  const { signal, report, onLock = () => {} } = context
  return await withArchive(options, context, async ({ archive, connection }) => {
    const media = await listNewMedia(archive, options.mediaFolder)
    await storeMedia(archive, media, { ...options, ...context, connection })
    const totals = { totalFiles: media.length, totalBytes: 0 }
    const progress = { phase: 'rows' as const, files: media.length, bytes: 0, ...totals }
    report(progress)
    const before = countArchive(connection)
    const deleted = listDeletedHere(connection)
    connection.exec('PRAGMA synchronous = FULL; BEGIN IMMEDIATE')
    onLock()
    try {
      for (const { table, ids, isInTrash } of deleted)
        if (!isInTrash)
          connection.run(
            `UPDATE main.${table} SET deleted_at = NULL WHERE id IN (SELECT value FROM json_each(?))`,
            [JSON.stringify(ids)],
          )
      await mergeRows(connection, {
        signal,
        report: (rows, total) => report({ ...progress, bytes: rows, totalBytes: total }),
      })
      signal.throwIfAborted()
      connection.exec('COMMIT')
    } catch (error) {
      connection.exec('ROLLBACK')
      throw error
    }
    const counts = subtract(countArchive(connection), before)
    for (const { kind, ids } of deleted) counts[kind] += ids.length
    const trashed = deleted.flatMap(({ ids, isInTrash }) => (isInTrash ? ids : []))
    return { counts, mediaFiles: media.length, trashed, settings: readSettings(connection) }
  })
}

interface OpenedArchive {
  readonly archive: Archive
  /** The workspace's database, with the archive's attached as `source`. */
  readonly connection: Connection
}

async function withArchive<Result>(
  { folder, path }: ImportOptions,
  { signal, report }: DataContext,
  use: (opened: OpenedArchive) => Promise<Result>,
): Promise<Result> {
  const work = makeWorkFolder(folder, 'import')
  report({ phase: 'preparing', files: 0, totalFiles: 0, bytes: 0, totalBytes: 0 })
  let archive: Archive | undefined
  let connection: Connection | undefined
  try {
    archive = await openArchive(path, signal)
    const database = join(work, 'workspace.db')
    await extractDatabase(archive, database)
    connection = connect(databaseIn(folder), { busyTimeout })
    connection.exec('PRAGMA foreign_keys = ON')
    attach(connection, database)
    separateChangedVersions(connection)
    return await use({ archive, connection })
  } catch (error) {
    signal.throwIfAborted()
    throw explainDiskError(error, `Couldn’t import ${path}`)
  } finally {
    connection?.close()
    await archive?.close()
    await rm(work, { recursive: true, force: true })
  }
}

/** Upgrades the schema of an earlier version. */
async function extractDatabase(archive: Archive, target: string): Promise<void> {
  const [entry] = archive.manifest.entries.filter(({ path }) => path === databasePath)
  if (!entry) throw new ApiError('INVALID_ARGUMENT', `“${databasePath}” is missing.`)
  await assertFreeSpace(dirname(target), entry.bytes * 2, 'import the archive')
  await writeAndSync(target, archive.read(entry))
  const connection = connect(target)
  try {
    assertIntact(target, connection)
    migrate(connection, migrations)
  } catch (error) {
    throw new ApiError('INVALID_ARGUMENT', `“${databasePath}” is damaged. Use another copy of the archive.`, {
      cause: error,
    })
  } finally {
    connection.close()
  }
}

interface NewMedia extends ArchiveEntry {
  readonly hash: string
  readonly extension: string
}

/** A file with the same hash and length is the same file. */
async function listNewMedia({ manifest }: Archive, mediaFolder: string): Promise<NewMedia[]> {
  const found: NewMedia[] = []
  for (const entry of manifest.entries) {
    const name = parseMediaPath(entry.path)
    if (name === undefined) continue
    const hash = name.slice(0, 64)
    if ((await findFile(mediaFolder, hash))?.length === entry.bytes) continue
    found.push({ ...entry, hash, extension: name.slice(65) })
  }
  return found
}

interface StoreContext extends DataContext, MediaFolders {
  readonly connection: Connection
}

async function storeMedia(
  archive: Archive,
  media: readonly NewMedia[],
  { mediaFolder, connection, signal, report }: StoreContext,
): Promise<void> {
  const totalBytes = media.reduce((sum, { bytes }) => sum + bytes, 0)
  await createFolder(mediaFolder)
  await assertFreeSpace(mediaFolder, totalBytes, 'import the media files')
  const totals = { totalFiles: media.length, totalBytes }
  const batches = openFileBatches({
    folder: mediaFolder,
    // If the import fails, the workspace removes them.
    onWritten: (files) =>
      void connection.run('INSERT OR IGNORE INTO main.unneeded_media SELECT value FROM json_each(?)', [
        JSON.stringify(files.map(({ sha256 }) => sha256)),
      ]),
  })
  let bytes = 0
  try {
    for (const [files, entry] of media.entries()) {
      signal.throwIfAborted()
      const known = await findFile(mediaFolder, entry.hash)
      const path = known?.path ?? mediaPath(mediaFolder, entry.hash, entry.extension)
      const content = countBytes(archive.read(entry), (count) => {
        bytes += count
        report({ phase: 'media', files, bytes, ...totals })
      })
      if (!(await batches.add({ path, sha256: entry.hash, content }))) throw misnamed(entry)
    }
    await batches.finish()
  } finally {
    await batches.discard()
  }
}

async function* countBytes(
  chunks: AsyncIterable<Uint8Array>,
  onBytes: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk
    onBytes(chunk.length)
  }
}

function misnamed({ path }: ArchiveEntry): ApiError {
  return new ApiError('INVALID_ARGUMENT', `“${path}” is damaged: its name isn’t the hash of its content.`)
}

function readSettings(connection: Connection): Record<string, string> {
  const rows = connection.all<{ key: string; value: string }>('SELECT key, value FROM source.settings')
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

function subtract(after: ArchiveCounts, before: ArchiveCounts): Record<ArchiveKind, number> {
  const entries = Object.entries(after).map(([kind, count]) => [kind, count - before[kind as ArchiveKind]])
  // The same kinds.
  return Object.fromEntries(entries) as Record<ArchiveKind, number>
}

interface Archive {
  readonly path: string
  readonly manifest: ArchiveManifest
  /** Throws INVALID_ARGUMENT with the entry's name if its bytes are not those of the manifest, at the latest at its end. */
  read(entry: ArchiveEntry): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

type ArchiveEntry = ArchiveManifest['entries'][number]

interface Source {
  /** May throw at its end if it is damaged. */
  readonly read: (path: string) => AsyncIterable<Uint8Array>
  readonly close: () => Promise<void>
}

/** The maximum size of the list of entries. */
const maxManifestBytes = 256 * 1024 * 1024

/** Throws INVALID_ARGUMENT if it is damaged or something else, FAILED_PRECONDITION if it needs a newer version. */
async function openArchive(path: string, signal: AbortSignal): Promise<Archive> {
  const source = basename(path) === manifestPath ? openBackup(path, signal) : await openArchiveFile(path)
  try {
    const manifest = parseManifest(await readText(source.read(manifestPath)), path)
    const named = { ...source, name: basename(path) }
    return { path, manifest, read: (entry) => readEntry(named, entry, signal), close: source.close }
  } catch (error) {
    await source.close()
    throw error
  }
}

async function openArchiveFile(path: string): Promise<Source> {
  const zip = await openZip(path)
  if (zip.names.includes(manifestPath)) return { read: zip.stream, close: zip.close }
  await zip.close()
  throw notAnArchive(path)
}

/** Backups share their media, which are beside their folders. */
function openBackup(manifest: string, signal: AbortSignal): Source {
  const folder = dirname(manifest)
  const toPath = (path: string) => join(parseMediaPath(path) ? dirname(folder) : folder, path)
  return {
    async *read(path) {
      const file = toPath(path)
      const exists = await stat(file).then(
        () => true,
        () => false,
      )
      if (!exists) throw invalid(`“${path}” is missing in the backup: there is no ${file}.`)
      yield* path === manifestPath ? [await readFile(file)] : readChunks(file, signal)
    },
    close: async () => {},
  }
}

async function* readEntry(
  { read, name }: Source & { readonly name: string },
  entry: ArchiveEntry,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  const damaged = () =>
    invalid(
      `“${entry.path}” in ${name} is damaged: its content isn’t what the manifest says. Use another copy.`,
    )
  let length = 0
  for await (const chunk of read(entry.path)) {
    signal.throwIfAborted()
    length += chunk.length
    // The free space was checked for the length in the manifest.
    if (length > entry.bytes) throw damaged()
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== entry.sha256) throw damaged()
}

async function readText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > maxManifestBytes) throw invalid(`“${manifestPath}” is too large.`)
    read.push(chunk)
  }
  return Buffer.concat(read).toString()
}

const Head = z.object({
  kind: z.literal('gen-playground-archive'),
  version: z.number(),
  /** Development builds named it differently, and counted other versions. */
  dataVersion: z.number().optional(),
  appVersion: z.string(),
})

function parseManifest(text: string, path: string): ArchiveManifest {
  const value = parseJson(text)
  const head = Head.safeParse(value).data
  if (!head) throw notAnArchive(path)
  if (head.dataVersion === undefined)
    throw new ApiError(
      'FAILED_PRECONDITION',
      'This archive was written by a development build of Gen Playground, in a format that isn’t supported.',
    )
  if (head.version > 1 || head.dataVersion > migrations.length) throw newer(head)
  const manifest = ArchiveManifest.safeParse(value)
  if (!manifest.success) throw invalid(`“${manifestPath}” in ${basename(path)} is damaged.`)
  if (!manifest.data.entries.some((entry) => entry.path === databasePath))
    throw invalid(`“${databasePath}” is missing in ${basename(path)}.`)
  return manifest.data
}

function notAnArchive(path: string): ApiError {
  return invalid(
    `“${basename(path)}” isn’t an export or a backup of Gen Playground. Choose a ZIP file that Export has written, or the manifest.json of a backup.`,
  )
}

function newer({ appVersion, version, dataVersion }: z.infer<typeof Head>): ApiError {
  return new ApiError(
    'FAILED_PRECONDITION',
    `This archive was written by Gen Playground ${appVersion} (format ${version}, data version ${dataVersion}). ` +
      `This version reads up to format 1 and data version ${migrations.length}. Update the app, then import it again.`,
  )
}

function invalid(message: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', message)
}
