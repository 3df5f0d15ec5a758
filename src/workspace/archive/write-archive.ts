// Exports the user's data as one ZIP archive, which is read back and compared before it gets its name.
import { createHash } from 'node:crypto'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type { ArchiveManifest, DataProgress, ExportResult } from '#shared/schemas/user-data'
import { findConversation } from '../conversations/conversation-rows'
import { toMarkdown } from '../conversations/exports/write-markdown'
import { listBranch } from '../conversations/tree/tree-rows'
import { readTurns } from '../conversations/tree/turn-rows'
import { connect } from '../database/connection'
import { listValues } from '../database/rows'
import { createNames } from '../library/export/export-items'
import type { MediaFile } from '../media/media-file'
import { toFileName } from '../user-data/exported-files'
import { openZip } from '../zip/read-zip'
import { openResumableZip, type ResumableZip } from '../zip/resumable-zip'
import {
  databasePath,
  findMedia,
  type MediaFolders,
  manifestPath,
  nameOf,
  parseMediaPath,
  readChunks,
  readmePath,
  sidecarOf,
  toManifest,
  toMediaPath,
  toPartialPath,
  writeReadme,
} from './archive-layout'
import { copyDatabase, makeWorkFolder } from './copy-database'
import { assertFreeSpace, explainDiskError } from './disk-errors'

export interface ExportOptions extends MediaFolders {
  /** Absolute; an existing file is replaced once the new one is complete and verified. */
  readonly path: string
  readonly appVersion: string
  readonly now: number
}

export interface DataContext {
  readonly signal: AbortSignal
  readonly report: (progress: DataProgress) => void
}

/** Rejects with the signal's reason if it is aborted; then the partial file stays, and may be deleted. */
export async function writeArchive(options: ExportOptions, context: DataContext): Promise<ExportResult> {
  const { folder, path } = options
  const work = makeWorkFolder(folder, 'export')
  try {
    return await writeEntries(options, work, context)
  } catch (error) {
    context.signal.throwIfAborted()
    throw explainDiskError(error, `Couldn’t export to ${path}`)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

type Entry = ArchiveManifest['entries'][number]

async function writeEntries(
  options: ExportOptions,
  work: string,
  { signal, report }: DataContext,
): Promise<ExportResult> {
  const { folder, path, appVersion, now } = options
  const progress: DataProgress = { phase: 'preparing', files: 0, totalFiles: 0, bytes: 0, totalBytes: 0 }
  report(progress)
  const database = join(work, 'workspace.db')
  const { counts, media } = await copyDatabase({ folder, target: database, appVersion, signal })
  const { files, missing } = await findMedia(options, media)
  const databaseBytes = (await stat(database)).size
  const mediaBytes = files.reduce((sum, { length }) => sum + length, 0)
  const partial = toPartialPath(path)
  const written = await stat(partial).then(
    ({ size }) => size,
    () => 0,
  )
  await assertFreeSpace(dirname(path), mediaBytes + databaseBytes - written, 'export your data')
  const zip = await openResumableZip(partial, { isRetained: (name) => parseMediaPath(name) !== undefined })
  try {
    const totals = { totalFiles: files.length + 1, totalBytes: mediaBytes + databaseBytes }
    const writer = createEntryWriter(zip, { now, signal, report, totals })
    const changed = await writer.addMedia(files)
    const stored = files.filter((file) => !changed.includes(file.hash))
    for (const file of stored) await writer.addSidecar(sidecarOf(options, file), file)
    await writer.addFile(databasePath, database)
    for await (const chat of writeChats(database, stored.map(nameOf), signal)) await writer.addText(...chat)
    await writer.addText(readmePath, writeReadme(appVersion, now))
    const manifest = toManifest({
      appVersion,
      createdAt: now,
      counts,
      missing: [...missing, ...changed],
      entries: writer.entries,
    })
    const paths = writer.entries.map((entry) => entry.path)
    await writer.addText(manifestPath, `${JSON.stringify(manifest, null, 1)}\n`)
    await zip.finish([readmePath, manifestPath, ...paths.filter((entry) => entry !== readmePath)])
    await zip.close()
    await verify(partial, manifest.entries, { signal, report })
    await rename(partial, path)
    return {
      path,
      bytes: (await stat(path)).size,
      counts,
      missing: manifest.missing.length,
      resumed: writer.countResumed(),
    }
  } finally {
    await zip.close().catch(() => undefined)
  }
}

interface WriterOptions extends DataContext {
  readonly now: number
  readonly totals: Pick<DataProgress, 'totalFiles' | 'totalBytes'>
}

function createEntryWriter(zip: ResumableZip, { now, signal, report, totals }: WriterOptions) {
  const entries: Entry[] = []
  let files = 0
  let bytes = 0
  let resumed = 0
  const count = (length: number) => {
    bytes += length
    report({ phase: 'media', files, bytes, ...totals })
  }
  const add = async (path: string, at: number, content: Uint8Array) => {
    signal.throwIfAborted()
    const sha256 = await zip.add({ name: path, at, size: content.length, content })
    entries.push({ path, bytes: content.length, sha256 })
  }
  return {
    entries,
    countResumed: () => resumed,
    /** Returns the hashes of files whose bytes have changed, which are left out. */
    async addMedia(media: readonly MediaFile[]): Promise<string[]> {
      const changed: string[] = []
      for (const file of media) {
        const path = toMediaPath(nameOf(file))
        if (zip.found.get(path)?.size === file.length) {
          resumed += 1
          count(file.length)
        } else if (!(await addMediaFile(file, path))) {
          changed.push(file.hash)
          continue
        }
        files += 1
        // The reading back compares it, also for a file that an earlier run has written.
        entries.push({ path, bytes: file.length, sha256: file.hash })
      }
      return changed
    },
    async addSidecar(sidecar: string, { hash }: MediaFile) {
      const content = await readFile(sidecar).catch(() => undefined)
      if (content) await add(toMediaPath(`${hash}.json`), now, content)
    },
    async addFile(path: string, source: string) {
      const { size } = await stat(source)
      const sha256 = await zip.add({ name: path, at: now, size, content: readChunks(source, signal, count) })
      files += 1
      entries.push({ path, bytes: size, sha256 })
    },
    addText: (path: string, text: string) => add(path, now, Buffer.from(text)),
  }

  /** Returns false if the bytes are not those of its name. */
  async function addMediaFile({ path, hash, length }: MediaFile, name: string): Promise<boolean> {
    const { mtimeMs } = await stat(path)
    const content = readChunks(path, signal, count)
    return (await zip.add({ name, at: mtimeMs, size: length, content, sha256: hash })) === hash
  }
}

/** Reads the archive as an import does. */
async function verify(
  path: string,
  entries: readonly Entry[],
  { signal, report }: DataContext,
): Promise<void> {
  const totals = {
    totalFiles: entries.length,
    totalBytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
  }
  const zip = await openZip(path)
  let bytes = 0
  try {
    for (const [files, entry] of entries.entries()) {
      const hash = createHash('sha256')
      for await (const chunk of zip.stream(entry.path)) {
        signal.throwIfAborted()
        hash.update(chunk)
        bytes += chunk.length
        report({ phase: 'verifying', files, bytes, ...totals })
      }
      if (hash.digest('hex') !== entry.sha256) throw differs(entry.path, path)
    }
  } catch (error) {
    signal.throwIfAborted()
    // To continue it would repeat the error.
    await rm(path, { force: true })
    throw error
  } finally {
    await zip.close()
  }
}

function differs(entry: string, path: string): ApiError {
  return new ApiError(
    'INTERNAL',
    `“${entry}” in ${basename(path)} isn’t what was written. The disk may be damaged. Export to another disk.`,
  )
}

/** Yields paths in the archive with their texts. `mediaNames` are the files that the archive has. */
async function* writeChats(
  database: string,
  mediaNames: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<readonly [path: string, text: string]> {
  const paths = new Map(mediaNames.map((name) => [name.slice(0, 64), `../${toMediaPath(name)}`]))
  const nameOf = createNames()
  const connection = connect(database)
  try {
    const ids = listValues<string>(
      connection,
      "SELECT id FROM conversations WHERE kind = 'chat' AND deleted_at IS NULL ORDER BY seq",
    )
    for (const id of ids) {
      signal.throwIfAborted()
      const conversation = findConversation(connection, id)
      const shown = conversation.headTurnId === null ? [] : listBranch(connection, conversation.headTurnId)
      let text = ''
      for await (const chunk of toMarkdown(conversation, await readTurns(connection, shown), paths))
        text += chunk
      yield [`chats/${nameOf(toFileName(conversation.title))}.md`, text]
    }
  } finally {
    connection.close()
  }
}
