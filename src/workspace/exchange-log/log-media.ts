// The media of logged requests: files by hash in a folder beside the log's database, and the texts that refer to them.
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { link, readFile, rm } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import {
  type BodyMark,
  findMarks,
  formatMark,
  isRestorable,
  type MarkKind,
  readMark,
} from '#shared/exchange/body-marks'
import type { EndedExchange, Exchange, ExchangeFile } from '#shared/schemas/exchange'
import type { RequestLogSettings } from '#shared/schemas/request-log'
import { createFolder, removeTempFiles } from '../atomic-write'
import type { Connection } from '../database/connection'
import { findFile, hashFile, listFiles, type MediaFile, mediaPath } from '../media/media-file'
import { openFile, storeFile } from '../media/store-file'

export function logMediaFolder(logFile: string): string {
  return join(dirname(logFile), 'exchange-media')
}

/** A file of a request, as the database refers to it. */
export interface LoggedFile {
  readonly hash: string
  /** The name of the file. */
  readonly name: string
  readonly bytes: number
}

export interface StoredExchange {
  /** Its marks have the hashes of the stored files. */
  readonly exchange: Exchange
  readonly files: readonly LoggedFile[]
}

export interface MediaOptions {
  /** If the settings exclude bodies, nothing is stored. */
  readonly settings: Pick<RequestLogSettings, 'bodies'>
  /** The workspace's media: a file that it has already takes no space. */
  readonly mediaFolder: string | null
}

export type LogMedia = ReturnType<typeof createLogMedia>

/** `logFile`: the path of the log's database. */
export function createLogMedia(logFile: string) {
  const folder = logMediaFolder(logFile)
  let isPrepared = false
  return {
    /** Before the first file is stored: one that has no request yet is no orphan. */
    async prepare(connection: Connection) {
      if (!isPrepared) await removeOrphans(folder, connection)
      isPrepared = true
    },
    store: (exchange: EndedExchange, { settings, mediaFolder }: MediaOptions) =>
      storeMedia(settings.bodies ? exchange : { ...exchange, files: [] }, { folder, mediaFolder }),
    /** A file that can't be deleted now, because it is being played on Windows, is deleted at the next start. */
    remove: (names: readonly string[]) => removeFiles(folder, names),
    removeAll: () => rm(folder, { recursive: true, force: true }).catch(() => undefined),
    restore: (body: string) => restoreBody(folder, body),
  }
}

interface StoreOptions {
  readonly folder: string
  readonly mediaFolder: string | null
}

const reference = /<(\d+) ([^<>]*), file ([\w-]+\/\d+)>/g

/** Never rejects: files that can't be stored leave their size. */
async function storeMedia(
  { files = [], ...exchange }: EndedExchange,
  options: StoreOptions,
): Promise<StoredExchange> {
  const stored = new Map<string, { readonly kind: BodyMark['kind']; readonly file: MediaFile }>()
  const text = exchange.requestBody + exchange.responseBody
  for (const file of files) {
    if (!text.includes(`, file ${file.reference}>`)) continue
    const one = await storeOne(file, options).catch(() => null)
    if (one) stored.set(file.reference, one)
  }
  const toText = (whole: string, id: string) => {
    const mark = readMark(whole.replace(reference, '<$1 $2>'))
    const one = stored.get(id)
    if (!mark || !one) return whole.replace(reference, '<$1 $2>')
    return formatMark({ ...mark, kind: one.kind, hash: one.file.hash })
  }
  const unique = new Map([...stored.values()].map(({ file }) => [file.hash, file]))
  return {
    exchange: replaceReferences(exchange, toText),
    files: [...unique.values()].map(({ hash, path, length }) => ({
      hash,
      name: basename(path),
      bytes: length,
    })),
  }
}

/** The exchange as it is shown while its files are not stored. */
export function withoutFiles(exchange: Exchange): Exchange {
  return replaceReferences(exchange, (whole) => whole.replace(reference, '<$1 $2>'))
}

function replaceReferences(exchange: Exchange, toText: (whole: string, id: string) => string): Exchange {
  const replace = (body: string) =>
    body.replace(reference, (whole, _length, _kind, id: string) =>
      id.startsWith(`${exchange.id}/`) ? toText(whole, id) : whole,
    )
  return {
    ...exchange,
    requestBody: replace(exchange.requestBody),
    responseBody: replace(exchange.responseBody),
  }
}

async function storeOne(file: ExchangeFile, { folder, mediaFolder }: StoreOptions) {
  const [first = new Uint8Array()] = file.chunks
  const isWhole = file.chunks.length === 1 && file.isBase64
  const sent = isWhole
    ? Buffer.from(first.buffer, first.byteOffset, first.length)
    : Buffer.concat(file.chunks)
  const decoded = file.isBase64 ? decodeRun(sent.toString('latin1')) : { kind: 'bytes' as const, bytes: sent }
  if (!decoded || decoded.bytes.length === 0) return null
  const { kind, bytes } = decoded
  await createFolder(folder)
  const linked = mediaFolder === null ? undefined : await linkFile(bytes, { folder, mediaFolder })
  return { kind, file: linked ?? (await storeFile(folder, bytes)) }
}

/** Undefined if the workspace does not have the file, or the disk has no links. */
async function linkFile(
  bytes: Buffer,
  { folder, mediaFolder }: { readonly folder: string; readonly mediaFolder: string },
): Promise<MediaFile | undefined> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const known = await findFile(mediaFolder, hash)
  if (!known || (await findFile(folder, hash)) || (await hashFile(known.path).catch(() => '')) !== hash)
    return undefined
  const path = mediaPath(folder, hash, extname(known.path).slice(1))
  await createFolder(dirname(path))
  return await link(known.path, path).then(
    () => ({ ...known, path }),
    () => undefined,
  )
}

/** In the transaction that inserts the request. */
export function insertFiles(connection: Connection, seq: number, files: readonly LoggedFile[]): void {
  for (const { hash, name, bytes } of files) {
    connection.run('INSERT OR IGNORE INTO media_files (hash, name, bytes) VALUES (?, ?, ?)', [
      hash,
      name,
      bytes,
    ])
    connection.run(
      'INSERT OR IGNORE INTO exchange_media (seq, media) SELECT ?, id FROM media_files WHERE hash = ?',
      [seq, hash],
    )
  }
}

/** In the transaction that deletes details up to this number. Returns the names of files that no request has anymore. */
export function deleteReferences(connection: Connection, end: number): string[] {
  const media = connection.all<{ media: number }>(
    'SELECT DISTINCT media FROM exchange_media WHERE seq <= ?',
    [end],
  )
  if (media.length === 0) return []
  connection.run('DELETE FROM exchange_media WHERE seq <= ?', [end])
  return media.flatMap(({ media: id }) => {
    if (connection.get('SELECT 1 FROM exchange_media WHERE media = ?', [id])) return []
    const file = connection.get<{ name: string }>('SELECT name FROM media_files WHERE id = ?', [id])
    connection.run('DELETE FROM media_files WHERE id = ?', [id])
    return file ? [file.name] : []
  })
}

export function measureFiles(connection: Connection): number {
  return connection.get<{ bytes: number }>('SELECT total(bytes) AS bytes FROM media_files')?.bytes ?? 0
}

function removeFiles(folder: string, names: readonly string[]): void {
  for (const name of names) {
    try {
      rmSync(join(folder, name.slice(0, 2), name), { force: true })
    } catch {
      // The next start tries again.
    }
  }
}

/** Removes what a crash has left: files without a request, and unfinished ones. */
async function removeOrphans(folder: string, connection: Connection): Promise<void> {
  const files = await listFiles(folder).catch(() => [])
  if (files.length > 0) {
    const known = new Set(
      connection.all<{ name: string }>('SELECT name FROM media_files').map(({ name }) => name),
    )
    removeFiles(
      folder,
      files.map(({ name }) => name).filter((name) => !known.has(name)),
    )
  }
  await removeTempFiles(folder).catch(() => undefined)
}

/** Puts the media into a body in place of their marks, as they were sent. Null if a file is missing. */
async function restoreBody(folder: string, body: string): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  let end = 0
  for (const mark of findMarks(body).filter(isRestorable)) {
    const bytes = await encodeFile(folder, mark).catch(() => null)
    if (!bytes) return null
    parts.push(Buffer.from(body.slice(end, mark.at)), bytes)
    end = mark.at + mark.text.length
  }
  return Buffer.concat([...parts, Buffer.from(body.slice(end))])
}

/** Null if the file is not the one that was sent. */
async function encodeFile(folder: string, mark: BodyMark): Promise<Buffer | null> {
  const bytes = await readFile((await openFile(folder, mark.hash ?? '')).path)
  // Another program may have changed the file.
  if (createHash('sha256').update(bytes).digest('hex') !== mark.hash) return null
  if (mark.kind === 'bytes') return bytes.length === mark.length ? bytes : null
  const text = encodeRun(bytes, mark)
  return text === null ? null : Buffer.from(text, 'latin1')
}

interface DecodedRun {
  readonly kind: MarkKind
  readonly bytes: Buffer
}

/** Returns null if the text is not Base64. */
export function decodeRun(text: string): DecodedRun | null {
  // Texts of several megabytes: searching for one character is far faster than a pattern.
  const isForUrls = text.includes('-') || text.includes('_')
  const kind = isForUrls ? 'base64url' : text.includes('\\/') ? 'escaped' : 'base64'
  const bytes = Buffer.from(text.replaceAll('\\/', '/'), 'base64')
  if (encodeRun(bytes, { kind, length: text.length }) === text) return { kind, bytes }
  // Line breaks, which are escaped in JSON. Where they were is not known later.
  const joined = text.replace(/\\[nr]/g, '').replaceAll('\\/', '/')
  return /^[\w+/=-]*$/.test(joined) ? { kind: 'other', bytes: Buffer.from(joined, 'base64') } : null
}

/** Returns null if the bytes can't be written in this form with this length. */
export function encodeRun(bytes: Buffer, { kind, length }: Pick<BodyMark, 'kind' | 'length'>): string | null {
  if (kind === 'other' || kind === 'bytes') return null
  const bare = Math.ceil((bytes.length * 4) / 3)
  const unpadded = bytes.toString(kind === 'base64url' ? 'base64url' : 'base64').slice(0, bare)
  const text = kind === 'escaped' ? unpadded.replaceAll('/', '\\/') : unpadded
  const padded = text + '='.repeat((4 - (bare % 4)) % 4)
  return [text, padded].find((each) => each.length === length) ?? null
}
