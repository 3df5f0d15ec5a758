// Compares the media folder with the items: missing, changed, returned and adopted files.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type { AnyMetadata, GenerationMetadata, JobMetadata } from '#shared/schemas/generation-metadata'
import type { Reconciliation } from '#shared/schemas/library'
import { createYield } from '../concurrency/timing'
import { type Connection, isDatabaseBusy } from '../database/connection'
import { findValue } from '../database/rows'
import { hashFile, type ListedFile } from '../media/media-file'
import { typeOfExtension } from '../media/media-type'
import { parseLabels, readSidecar, withLabels } from './generation-metadata'
import { findItem, type ItemText, insertItem, type LibraryPorts, toItemText } from './item-rows'
import type { StoredFile } from './stored-files'

/** Throws if the folder is missing, without marking anything. */
export async function reconcile(ports: LibraryPorts): Promise<Reconciliation> {
  const { connection, media, isClosed, notify, storedFiles } = ports
  const listed = new Map((await media.list()).map((file) => [file.hash, file]))
  const counts = { missing: 0, changed: 0, returned: 0, adopted: 0 }
  const pause = createYield()
  if (isClosed()) return counts
  const known = new Set<string>()
  for await (const stored of listStoredFiles(storedFiles)) {
    await pause()
    if (isClosed()) return counts
    known.add(stored.media)
    const found = listed.get(stored.media)
    const file = compareSize(stored, found?.bytes)
    // A deleted sidecar is written again.
    if (found?.hasSidecar === false) connection.run(resetSidecarSql, [stored.media])
    if (file === stored.file) continue
    // The file may have been generated again since the list was read.
    if (file === 'missing' && (await exists(ports, stored.media))) continue
    connection.run('UPDATE items SET file = ? WHERE media = ?', [file, stored.media])
    counts[file === 'here' ? 'returned' : file] += 1
    notify()
  }
  for (const file of listed.values()) {
    await pause()
    if (isClosed()) return counts
    if (file.hasSidecar && !known.has(file.hash) && !isReleased(ports, file.hash))
      counts.adopted += await adoptFile(ports, file)
  }
  return counts
}

const resetSidecarSql = 'UPDATE items SET has_sidecar = 0 WHERE media = ? AND has_sidecar = 1'

async function* listStoredFiles(read: LibraryPorts['storedFiles']): AsyncGenerator<StoredFile> {
  for (let after = ''; ; ) {
    const page = await read({ after })
    yield* page
    const last = page.at(-1)
    if (!last) return
    after = last.media
  }
}

/** True if the file is about to be removed. */
function isReleased({ connection }: LibraryPorts, hash: string): boolean {
  return findValue(connection, 'SELECT 1 FROM unneeded_media WHERE media = ?', [hash]) !== undefined
}

function compareSize({ bytes }: StoredFile, found: number | undefined): 'missing' | 'changed' | 'here' {
  if (found === undefined) return 'missing'
  return bytes === null || bytes === found ? 'here' : 'changed'
}

async function exists({ media }: LibraryPorts, hash: string): Promise<boolean> {
  return await media.open(hash).then(
    () => true,
    (error: unknown) => {
      // If the folder disappeared meanwhile, the state of its files is unknown.
      if (error instanceof ApiError && error.code === 'NOT_FOUND') return false
      throw error
    },
  )
}

/** Returns 1 if the file was adopted, 0 if its sidecar has no metadata. Size and dimensions are added later. */
async function adoptFile(ports: LibraryPorts, file: ListedFile): Promise<0 | 1> {
  const { connection, media, notify, isClosed } = ports
  const entries = await readSidecar(media, file.hash)
  if (isClosed() || entries.length === 0) return 0
  const candidates = await Promise.all(
    entries.map(async (metadata) => ({ metadata, text: await readText(ports, file, metadata) })),
  )
  if (isClosed()) return 0
  try {
    const added = connection.transact(() => candidates.filter((candidate) => adopt(ports, file, candidate)))
    if (added.length === 0) return 0
    notify()
    return 1
  } catch (error) {
    // A sidecar that the database rejects does not affect other files.
    if (error instanceof ApiError && !isDatabaseBusy(error)) return 0
    throw error
  }
}

/** The last valid time of a `Date`. */
const maxTime = 8_640_000_000_000_000

/** A file may contain any number. */
function toTime(time: number): number {
  return Math.round(Math.min(Math.max(time, 0), maxTime))
}

/** Transcripts are searchable by the text of their file. */
async function readText({ media }: LibraryPorts, { hash }: ListedFile, metadata: AnyMetadata) {
  const isText = 'kind' in metadata && metadata.kind === 'transcript'
  const bytes = isText ? await media.read(hash).catch(() => undefined) : undefined
  return toItemText(metadata, Buffer.from(bytes ?? []).toString())
}

function adopt(
  { connection, newId, now }: LibraryPorts,
  { hash, name }: ListedFile,
  candidate: { metadata: AnyMetadata; text: ItemText },
): boolean {
  const { metadata, text } = candidate
  const mimeType = typeOfExtension(name.slice(name.lastIndexOf('.') + 1))
  const source = 'kind' in metadata ? fromJob(metadata) : fromTurn(metadata, mimeType)
  // The file is an earlier version of a transcript that is listed already.
  if (source.kind === 'transcript' && isListed(connection, source.jobId)) return false
  const id = newId()
  const labels = parseLabels(metadata)
  const isNew = insertItem(connection, {
    id,
    ...text,
    ...source,
    model: metadata.model,
    createdAt: toTime(metadata.createdAt),
    file: 'here',
    media: hash,
    mimeType,
    generation: JSON.stringify(withLabels(metadata, { tags: [], starred: false })),
  })
  if (!isNew) return false
  for (const tag of labels.tags)
    connection.run('INSERT OR IGNORE INTO item_tags (item_id, tag) VALUES (?, ?)', [id, tag])
  if (labels.starred)
    connection.run('INSERT INTO item_stars (item_id, starred_at) VALUES (?, ?)', [id, now()])
  return true
}

function fromTurn({ conversationId, turnId }: GenerationMetadata, mimeType: string) {
  const kind = mimeType.startsWith('video/') ? ('video' as const) : ('image' as const)
  return { kind, conversationId, turnId }
}

function fromJob(metadata: JobMetadata) {
  const seconds = metadata.kind === 'transcript' ? metadata.source.seconds : null
  return { kind: metadata.kind, jobId: metadata.jobId, seconds }
}

function isListed(connection: Connection, jobId: string | null): boolean {
  const sql = "SELECT 1 FROM items WHERE job_id = ? AND kind = 'transcript'"
  return findValue(connection, sql, [jobId]) !== undefined
}

interface LocateOptions {
  readonly id: string
  /** The path that the user selected; the file there stays. */
  readonly path: string
}

export async function locateFile(ports: LibraryPorts, { id, path }: LocateOptions): Promise<void> {
  const { connection, media, notify } = ports
  const { media: hash, title } = findItem(connection, id)
  if (hash === null) throw new ApiError('FAILED_PRECONDITION', 'This item has no file.', { param: 'id' })
  const name = basename(path)
  if ((await readHash(path)) !== hash) throw differentContents(name, title)
  const { size } = await stat(path)
  const stored = await media.storeStream({ chunks: readChunks(path), name, length: size })
  // The file was changed after it was hashed.
  if (stored.hash !== hash) throw differentContents(name, title)
  connection.run("UPDATE items SET file = 'here', bytes = ? WHERE media = ?", [stored.length, hash])
  notify()
}

/** Opens the file on the first read, so that nothing stays open otherwise. */
async function* readChunks(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path)
}

async function readHash(path: string): Promise<string> {
  try {
    return await hashFile(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ApiError('FAILED_PRECONDITION', `Couldn’t read ${basename(path)}: ${reason}.`, { cause: error })
  }
}

function differentContents(name: string, title: string): ApiError {
  const message = `${name} isn’t the original file of “${title}”: its contents differ. Nothing was changed.`
  return new ApiError('INVALID_ARGUMENT', message, { param: 'path' })
}
