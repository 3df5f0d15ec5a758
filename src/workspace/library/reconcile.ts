// Compares the media folder with the items: missing, changed, returned and adopted files.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type { AnyMetadata, GenerationMetadata, JobMetadata } from '#shared/schemas/generation-metadata'
import type { LibraryItem, Reconciliation } from '#shared/schemas/library'
import { createYield } from '../concurrency/timing'
import { type Connection, isDatabaseBusy } from '../database/connection'
import { findValue } from '../database/rows'
import { hashFile, type ListedFile } from '../media/media-file'
import { typeOfExtension } from '../media/media-type'
import { readSidecar } from './generation-metadata'
import { findItem, type ItemText, insertItem, type LibraryPorts, toItemText } from './item-rows'

interface StoredFile {
  readonly media: string
  readonly file: LibraryItem['file']
  /** Null if nobody has looked into it yet. */
  readonly bytes: number | null
}

/** Refused, with nothing marked, if the folder itself is absent. */
export async function reconcile(ports: LibraryPorts): Promise<Reconciliation> {
  const { connection, media, isClosed, notify } = ports
  const listed = new Map((await media.list()).map((file) => [file.hash, file]))
  const counts = { missing: 0, changed: 0, returned: 0, adopted: 0 }
  const pause = createYield()
  if (isClosed()) return counts
  const known = readKept(ports)
  for (const kept of known.values()) {
    await pause()
    if (isClosed()) return counts
    const found = listed.get(kept.media)
    const file = judge(kept, found?.bytes)
    // One that was taken away is written again.
    if (found?.hasSidecar === false) connection.run(withoutSidecar, [kept.media])
    if (file === kept.file) continue
    // What was made again since the list was read is there.
    if (file === 'missing' && (await isThere(ports, kept.media))) continue
    connection.run('UPDATE items SET file = ? WHERE media = ?', [file, kept.media])
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

const withoutSidecar = 'UPDATE items SET beside = 0 WHERE media = ? AND beside = 1'

/** By hash, the trash's too. */
function readKept({ connection }: LibraryPorts): Map<string, StoredFile> {
  const text = findValue<string>(
    connection,
    `SELECT json_group_array(json_array(media, file, bytes)) FROM (
      SELECT media, file, max(bytes) AS bytes FROM items WHERE media IS NOT NULL GROUP BY media)`,
  )
  // SQLite has written it in this form just now.
  const kept = JSON.parse(text ?? '[]') as [string, LibraryItem['file'], number | null][]
  return new Map(kept.map(([media, file, bytes]) => [media, { media, file, bytes }]))
}

/** It is about to be removed. */
function isReleased({ connection }: LibraryPorts, hash: string): boolean {
  return findValue(connection, 'SELECT 1 FROM media_let_go WHERE media = ?', [hash]) !== undefined
}

function judge({ bytes }: StoredFile, found: number | undefined): 'missing' | 'changed' | 'here' {
  if (found === undefined) return 'missing'
  return bytes === null || bytes === found ? 'here' : 'changed'
}

async function isThere({ media }: LibraryPorts, hash: string): Promise<boolean> {
  return await media.open(hash).then(
    () => true,
    (error: unknown) => {
      // A folder that has gone away meanwhile says nothing of its files.
      if (error instanceof ApiError && error.code === 'NOT_FOUND') return false
      throw error
    },
  )
}

/** 1 where it was adopted, 0 where its sidecar tells nothing. Bytes and pixels are added once they are read. */
async function adoptFile(ports: LibraryPorts, file: ListedFile): Promise<0 | 1> {
  const { connection, media, notify, isClosed } = ports
  const makings = await readSidecar(media, file.hash)
  if (isClosed() || makings.length === 0) return 0
  const worded = await Promise.all(
    makings.map(async (making) => ({ making, words: await readWords(ports, file, making) })),
  )
  if (isClosed()) return 0
  try {
    const added = connection.transact(() => worded.filter((made) => adopt(ports, file, made)))
    if (added.length === 0) return 0
    notify()
    return 1
  } catch (error) {
    // A sidecar that the database does not take blocks nothing else.
    if (error instanceof ApiError && !isDatabaseBusy(error)) return 0
    throw error
  }
}

/** The last one that a calendar knows. */
const maxTime = 8_640_000_000_000_000

/** What is in a file may be any number. */
function toTime(stated: number): number {
  return Math.round(Math.min(Math.max(stated, 0), maxTime))
}

/** A transcript is found by what its file holds. */
async function readWords({ media }: LibraryPorts, { hash }: ListedFile, making: AnyMetadata) {
  const isText = 'kind' in making && making.kind === 'transcript'
  const bytes = isText ? await media.read(hash).catch(() => undefined) : undefined
  return toItemText(making, Buffer.from(bytes ?? []).toString())
}

function adopt(
  { connection, newId }: LibraryPorts,
  { hash, name }: ListedFile,
  made: { making: AnyMetadata; words: ItemText },
): boolean {
  const { making, words } = made
  const mimeType = typeOfExtension(name.slice(name.lastIndexOf('.') + 1))
  const from = 'kind' in making ? fromJob(making) : fromTurn(making, mimeType)
  // An earlier version of a transcript that is here already.
  if (from.kind === 'transcript' && isListed(connection, from.jobId)) return false
  return insertItem(connection, {
    id: newId(),
    ...words,
    ...from,
    model: making.model,
    createdAt: toTime(making.createdAt),
    file: 'here',
    media: hash,
    mimeType,
    making: JSON.stringify(making),
  })
}

function fromTurn({ conversationId, turnId }: GenerationMetadata, mimeType: string) {
  const kind = mimeType.startsWith('video/') ? ('video' as const) : ('image' as const)
  return { kind, conversationId, turnId }
}

function fromJob(making: JobMetadata) {
  const seconds = making.kind === 'transcript' ? making.source.seconds : null
  return { kind: making.kind, jobId: making.jobId, seconds }
}

function isListed(connection: Connection, jobId: string | null): boolean {
  const sql = "SELECT 1 FROM items WHERE job_id = ? AND kind = 'transcript'"
  return findValue(connection, sql, [jobId]) !== undefined
}

interface Located {
  readonly id: string
  /** The path that the user has chosen; the file there stays as it is. */
  readonly path: string
}

export async function locateFile(ports: LibraryPorts, { id, path }: Located): Promise<void> {
  const { connection, media, notify } = ports
  const { media: hash, title } = findItem(connection, id)
  if (hash === null) throw new ApiError('FAILED_PRECONDITION', 'This item has no file.', { param: 'id' })
  const name = basename(path)
  if ((await readHash(path)) !== hash) throw otherBytes(name, title)
  const { size } = await stat(path)
  const kept = await media.storeStream({ chunks: readChunks(path), name, length: size })
  // It was written to since it was read.
  if (kept.hash !== hash) throw otherBytes(name, title)
  connection.run("UPDATE items SET file = 'here', bytes = ? WHERE media = ?", [kept.length, hash])
  notify()
}

/** Opened when it is read, so that nothing is left open where it is not. */
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

function otherBytes(name: string, title: string): ApiError {
  const message = `${name} isn’t the original file of “${title}”: its contents differ. Nothing was changed.`
  return new ApiError('INVALID_ARGUMENT', message, { param: 'path' })
}
