// Exports items: one as its file, several as a zip archive with their sidecars.
import { createReadStream } from 'node:fs'
import { basename, dirname } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type { FileProgress, LibraryItem } from '#shared/schemas/library'
import { type OpenFile, saveFileAs } from '../../atomic-write'
import type { Exports } from '../../conversations/exports/exports'
import { readMediaType } from '../../media/media-type'
import { toFileName } from '../../user-data/exported-files'
import type { UnfinishedFiles } from '../../user-data/unfinished-files'
import { readLabeledSidecar } from '../generation-metadata'
import { type LibraryPorts, readAllItems, readItems } from '../item-rows'
import type { EmbeddingSets } from '../mark-items'
import type { ZipEntry } from './create-zip'

export interface ExportPorts extends LibraryPorts {
  readonly exports: Pick<Exports, 'write'>
  readonly embeddings: EmbeddingSets
  /** Opens the target file; tests replace it. */
  readonly openFile?: OpenFile
  readonly unfinishedFiles?: UnfinishedFiles
}

interface ExportOptions {
  readonly ids: readonly string[]
  /** Absolute; an existing file is replaced once the new one is complete. */
  readonly path: string
  readonly signal?: AbortSignal | undefined
}

/** Ends without `done` and without a file if it is aborted. */
export async function exportItems(
  ports: ExportPorts,
  { ids, path, signal }: ExportOptions,
  onProgress: (progress: FileProgress) => void,
): Promise<void> {
  const items = assertFound(await readAllItems(ports.connection, [...new Set(ids)]))
  const [only] = items
  const totalBytes = items.reduce((sum, { kind, bytes }) => (hasNoFile(kind) ? sum : sum + (bytes ?? 0)), 0)
  const progress = createProgress({ totalFiles: items.length, totalBytes }, onProgress)
  const { createZip } = await import('./create-zip')
  const chunks =
    items.length === 1 && only
      ? readOne(ports, only, progress.add)
      : createZip(listEntries(ports, items, progress.add))
  try {
    const { openFile: open, unfinishedFiles } = ports
    await saveFileAs(path, untilAborted(chunks, signal), { open, track: unfinishedFiles?.track })
  } catch (error) {
    if (signal?.aborted) return
    if (error instanceof ApiError) throw error
    const reason = describeDiskError(error)
    const message = `Couldn’t save ${basename(path)} to ${dirname(path)}: ${reason}. No partial file was left behind.`
    throw new ApiError('FAILED_PRECONDITION', message, { cause: error })
  }
  onProgress({ ...progress.current(), done: { path } })
}

async function* untilAborted(chunks: AsyncIterable<string | Uint8Array>, signal: AbortSignal | undefined) {
  for await (const chunk of chunks) {
    signal?.throwIfAborted()
    yield chunk
  }
  signal?.throwIfAborted()
}

export function suggestName(
  ports: Pick<LibraryPorts, 'connection' | 'now'>,
  ids: readonly string[],
): { name: string; extension: string } {
  const [only] = ids.length === 1 ? assertFound(readItems(ports.connection, ids)) : []
  if (only) return { name: toStem(only), extension: toExtension(only) }
  const day = new Date(ports.now()).toISOString().slice(0, 10)
  return { name: `Gen Playground, ${ids.length} items, ${day}`, extension: 'zip' }
}

function assertFound(items: readonly LibraryItem[]): readonly LibraryItem[] {
  if (items.length > 0) return items
  throw new ApiError('NOT_FOUND', 'Item not found in the Library.', { param: 'ids' })
}

async function* readOne(
  ports: ExportPorts,
  item: LibraryItem,
  report: Report,
): AsyncGenerator<string | Uint8Array> {
  const content = await openContent(ports, item)
  if (!content) throw missing(item)
  yield* reportBytes(item, content, report)
  report({ files: 1 })
}

async function* listEntries(
  ports: ExportPorts,
  items: readonly LibraryItem[],
  report: Report,
): AsyncGenerator<ZipEntry> {
  const nameOf = createNames()
  const missing: string[] = []
  for (const item of items) {
    const { createdAt: at } = item
    const stem = nameOf(toStem(item))
    const name = `${stem}.${toExtension(item)}`
    const content = await openContent(ports, item)
    if (content) yield { name, at, content: reportBytes(item, content, report) }
    else missing.push(name)
    const sidecar = await readSidecarText(ports, item)
    if (sidecar) yield { name: `${stem}.json`, at, content: sidecar }
    report({ files: 1 })
  }
  if (missing.length === 0) return
  const content = `These files were missing from the media folder:\n\n${missing.join('\n')}\n`
  yield { name: `${nameOf('Missing files')}.txt`, at: ports.now(), content }
}

async function* reportBytes(
  item: LibraryItem,
  content: AsyncIterable<string | Uint8Array>,
  report: Report,
): AsyncGenerator<string | Uint8Array> {
  for await (const chunk of content) {
    report({ bytes: countBytes(item, chunk.length) })
    yield chunk
  }
}

/** Returns undefined if the file is missing. */
async function openContent(
  { media, exports, embeddings }: ExportPorts,
  { id, kind, title, media: hash, deletedAt }: LibraryItem,
): Promise<AsyncIterable<string | Uint8Array> | undefined> {
  if (kind !== 'conversation' && kind !== 'embeddings') {
    const file = hash === null ? undefined : await media.open(hash).catch(() => undefined)
    return file && readChunks(file.path, title)
  }
  if (deletedAt !== null) {
    const message = `“${title}” is in the trash. Restore it before exporting.`
    throw new ApiError('FAILED_PRECONDITION', message, { param: 'ids' })
  }
  if (kind === 'embeddings')
    return embeddings.write({ id, format: 'jsonl', vectorAs: 'json', fileName: '' })[0]?.content
  for await (const { content } of exports.write({ conversationId: id, format: 'json', fileName: '' }))
    return content
  return undefined
}

async function* readChunks(path: string, title: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: 262_144 })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const message = `Couldn’t read the file of “${title}”: ${reason}.`
    throw new ApiError('FAILED_PRECONDITION', message, { param: 'ids', cause: error })
  }
}

/** Returns the stored sidecar, or one from the database. */
async function readSidecarText(ports: ExportPorts, { id, media }: LibraryItem): Promise<string | undefined> {
  if (media === null) return undefined
  const sidecar = await readLabeledSidecar(ports, id)
  return sidecar ? `${JSON.stringify(sidecar, null, 2)}\n` : undefined
}

/** The text length of a conversation or a set is unknown in advance, so only files count. */
function countBytes({ kind }: LibraryItem, bytes: number): number {
  return hasNoFile(kind) ? 0 : bytes
}

function hasNoFile(kind: LibraryItem['kind']): boolean {
  return kind === 'conversation' || kind === 'embeddings'
}

function missing({ title }: LibraryItem): ApiError {
  const message = `The file of “${title}” is missing from the media folder. Locate it, or put it back.`
  return new ApiError('NOT_FOUND', message, { param: 'ids' })
}

type Report = (step: { files?: number; bytes?: number }) => void

/** Bytes of a file, or number of files, between two reports. */
const reportIntervalBytes = 4_194_304
const reportIntervalFiles = 16

function createProgress(
  totals: Pick<FileProgress, 'totalFiles' | 'totalBytes'>,
  onProgress: (progress: FileProgress) => void,
) {
  let current = { files: 0, bytes: 0, ...totals }
  let reported = current
  const add: Report = ({ files = 0, bytes = 0 }) => {
    current = { ...current, files: current.files + files, bytes: current.bytes + bytes }
    if (
      current.bytes - reported.bytes < reportIntervalBytes &&
      current.files - reported.files < reportIntervalFiles
    )
      return
    reported = current
    onProgress(current)
  }
  return { add, current: () => current }
}

const diskErrors: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EACCES: 'you don’t have permission to write to that folder',
  EPERM: 'you don’t have permission to write to that folder',
  EROFS: 'that disk is read-only',
  ENOENT: 'the folder doesn’t exist',
  ENOTDIR: 'the folder doesn’t exist',
  EISDIR: 'a folder with that name already exists',
}

function describeDiskError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return diskErrors['code' in error ? String(error.code) : ''] ?? error.message
}

/** Without an extension: a transcript has the title of its audio file, but another type. */
export function toStem({ title, kind }: Pick<LibraryItem, 'title' | 'kind'>): string {
  const name = kind === 'transcript' ? title.replace(/\.[a-z0-9]{1,5}$/i, '') : title
  return toFileName(/[\p{L}\p{N}]/u.test(name) ? name : kind)
}

function toExtension({ kind, mimeType }: Pick<LibraryItem, 'kind' | 'mimeType'>): string {
  if (kind === 'conversation') return 'json'
  if (kind === 'embeddings') return 'jsonl'
  return readMediaType(new Uint8Array(), mimeType ?? undefined).extension
}

/** Compares names without case, because some systems do. */
export function createNames(): (stem: string) => string {
  const used = new Set<string>()
  const counts = new Map<string, number>()
  return (stem) => {
    const key = stem.toLowerCase()
    let count = counts.get(key) ?? 1
    let name = count === 1 ? stem : `${stem} (${count})`
    while (used.has(name.toLowerCase())) {
      count += 1
      name = `${stem} (${count})`
    }
    counts.set(key, count)
    used.add(name.toLowerCase())
    return name
  }
}
