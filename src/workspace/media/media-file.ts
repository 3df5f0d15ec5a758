// Files of the media folder: paths, hashes, and reading in chunks.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import { typeOfExtension } from './media-type'

export interface MediaFile {
  /** SHA-256 of the bytes, in hexadecimal: the name that turns refer to. */
  readonly hash: string
  readonly path: string
  readonly mimeType: string
  readonly length: number
}

export interface ListedFile {
  readonly hash: string
  /** `<hash>.<extension>` */
  readonly name: string
  readonly bytes: number
  /** Whether its sidecar exists. */
  readonly hasSidecar: boolean
}

const sidecarEnding = '.json'

export function mediaPath(folder: string, hash: string, extension: string): string {
  return join(folder, hash.slice(0, 2), `${hash}.${extension}`)
}

export function sidecarPath(folder: string, hash: string): string {
  return join(folder, hash.slice(0, 2), `${hash}${sidecarEnding}`)
}

/** Throws INVALID_ARGUMENT for anything but a hash: nothing else may become a path. */
export function checkHash(hash: string): void {
  if (/^[0-9a-f]{64}$/.test(hash)) return
  throw new ApiError('INVALID_ARGUMENT', 'A media file name must have 64 hexadecimal digits.', {
    param: 'hash',
  })
}

/** Files such as `<hash>.png_original` or `<hash>.png~`, which other programs create, belong to the user. */
export function isOurs(name: string): boolean {
  return /^[0-9a-f]{64}\.[a-z0-9]+$/.test(name)
}

export async function findFile(folder: string, hash: string): Promise<MediaFile | undefined> {
  checkHash(hash)
  const parent = join(folder, hash.slice(0, 2))
  const names = await readdir(parent).catch(() => [])
  const candidates = names.filter((candidate) => candidate.startsWith(`${hash}.`) && isOurs(candidate))
  const name = candidates.find((candidate) => !isSidecar(candidate))
  if (!name) return undefined
  const path = join(parent, name)
  const found = await stat(path).catch(() => undefined)
  return found && { hash, path, mimeType: typeOfExtension(extname(name).slice(1)), length: found.size }
}

/** Lists the files in one pass, without the user's own and those deleted meanwhile. */
export async function listFiles(folder: string): Promise<readonly ListedFile[]> {
  const listed: ListedFile[] = []
  for (const names of await listHashFolders(folder)) {
    const sidecars = new Set(names.filter(isSidecar))
    const sized = names
      .filter((name) => !isSidecar(name))
      .map(async (name) => ({
        name,
        found: await stat(join(folder, name.slice(0, 2), name)).catch(() => null),
      }))
    for (const { name, found } of await Promise.all(sized)) {
      const hash = name.slice(0, 64)
      if (!found?.isFile()) continue
      listed.push({ hash, name, bytes: found.size, hasSidecar: sidecars.has(`${hash}${sidecarEnding}`) })
    }
  }
  return listed
}

/** Names of this app's files with sidecars, grouped by their folder of two characters. */
export async function listHashFolders(folder: string): Promise<readonly (readonly string[])[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const hashFolders: string[][] = []
  // One after the other: the results of all of them at once would block the event loop.
  for (const folderName of folders.filter((name) => /^[0-9a-f]{2}$/.test(name)).sort()) {
    const names = await readdir(join(folder, folderName)).catch(() => [])
    hashFolders.push(names.filter((name) => name.startsWith(folderName) && isOurs(name)).sort())
  }
  return hashFolders
}

export function isSidecar(name: string): boolean {
  return name.endsWith(sidecarEnding)
}

const chunkLength = 1_048_576

/** SHA-256 in hexadecimal. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const handle = await open(path, 'r')
  try {
    return await hashChunks(readHandleChunks(handle, signal))
  } finally {
    await handle.close()
  }
}

/** Each chunk is valid until the next one is requested. */
export async function* readHandleChunks(
  handle: FileHandle,
  signal?: AbortSignal,
  buffer: Buffer = Buffer.allocUnsafe(chunkLength),
): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    signal?.throwIfAborted()
    const { bytesRead } = await handle.read(buffer, 0, chunkLength, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

async function hashChunks(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

interface ByteSpan {
  readonly start: number
  /** Inclusive. */
  readonly end: number
}

/** Opens the file on the first read: a stream without a reader would raise an uncaught error or keep the file open. */
export async function* readFileChunks(
  path: string,
  span?: ByteSpan,
): AsyncGenerator<Uint8Array, void, undefined> {
  const stream: AsyncIterable<Buffer> = createReadStream(path, span)
  yield* stream
}
