// Files of the media folder: their paths and hashes, read in pieces.

import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
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
  /** Whether its sidecar is beside it. */
  readonly hasSidecar: boolean
}

const sidecarEnding = '.json'

export function mediaPath(folder: string, hash: string, extension: string): string {
  return join(folder, hash.slice(0, 2), `${hash}.${extension}`)
}

export function sidecarPath(folder: string, hash: string): string {
  return join(folder, hash.slice(0, 2), `${hash}${sidecarEnding}`)
}

/** Throws INVALID_ARGUMENT for what is no hash: nothing else may become a path. */
export function checkHash(hash: string): void {
  if (/^[0-9a-f]{64}$/.test(hash)) return
  throw new ApiError('INVALID_ARGUMENT', 'A media file name must have 64 hexadecimal digits.', {
    param: 'hash',
  })
}

/** Other programs put copies beside it, `<hash>.png_original` or `<hash>.png~`: those are the user's. */
export function isOurs(name: string): boolean {
  return /^[0-9a-f]{64}\.[a-z0-9]+$/.test(name)
}

export async function findFile(folder: string, hash: string): Promise<MediaFile | undefined> {
  checkHash(hash)
  const parent = join(folder, hash.slice(0, 2))
  const names = await readdir(parent).catch(() => [])
  const own = names.filter((candidate) => candidate.startsWith(`${hash}.`) && isOurs(candidate))
  const name = own.find((candidate) => !isSidecar(candidate))
  if (!name) return undefined
  const path = join(parent, name)
  const found = await stat(path).catch(() => undefined)
  return found && { hash, path, mimeType: typeOfExtension(extname(name).slice(1)), length: found.size }
}

/** One walk; what the user has put there is left out, and so is what goes away meanwhile. */
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

/** The names of ours, sidecars among them, by their folders of two letters. */
export async function listHashFolders(folder: string): Promise<readonly (readonly string[])[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const shelves = folders.filter((name) => /^[0-9a-f]{2}$/.test(name)).sort()
  return await Promise.all(
    shelves.map(async (shelf) => {
      const names = await readdir(join(folder, shelf)).catch(() => [])
      return names.filter((name) => name.startsWith(shelf) && isOurs(name)).sort()
    }),
  )
}

export function isSidecar(name: string): boolean {
  return name.endsWith(sidecarEnding)
}

const pieceLength = 1_048_576

/** SHA-256 in hexadecimal. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const handle = await open(path, 'r')
  try {
    return await hashPieces(readVectorChunks(handle, signal))
  } finally {
    await handle.close()
  }
}

/** As `hashFile`. Systems and disks without direct reads answer from the cache. */
export async function hashFromDisk(path: string, signal?: AbortSignal): Promise<string> {
  const handle = await openDirectly(path)
  if (!handle) return await hashFile(path, signal)
  try {
    const buffer = freeBuffers.pop() ?? (await alignBuffer(handle))
    if (!buffer) return await hashFile(path, signal)
    const hash = await hashPieces(readVectorChunks(handle, signal, buffer))
    freeBuffers.push(buffer)
    return hash
  } finally {
    await handle.close()
  }
}

/** Each piece is valid until the next one is requested. */
export async function* readVectorChunks(
  handle: FileHandle,
  signal?: AbortSignal,
  buffer: Buffer = Buffer.allocUnsafe(pieceLength),
): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    signal?.throwIfAborted()
    const { bytesRead } = await handle.read(buffer, 0, pieceLength, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

async function hashPieces(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

async function openDirectly(path: string): Promise<FileHandle | undefined> {
  // Windows and macOS have no such flag.
  const { O_DIRECT } = constants as { O_DIRECT?: number }
  if (O_DIRECT === undefined) return undefined
  return await open(path, constants.O_RDONLY | O_DIRECT).catch(() => undefined)
}

const freeBuffers: Buffer[] = []
const block = 4096

/** Direct reads need memory that begins at the disk's blocks; Node does not say where a buffer is, so it is tried. */
async function alignBuffer(handle: FileHandle): Promise<Buffer | undefined> {
  const whole = Buffer.allocUnsafeSlow(pieceLength + block)
  for (let offset = 0; offset < block; offset += 8) {
    const isRead = await handle.read(whole, offset, block, 0).then(
      () => true,
      () => false,
    )
    if (isRead) return whole.subarray(offset, offset + pieceLength)
  }
  return undefined
}

interface ByteSpan {
  readonly start: number
  /** Inclusive. */
  readonly end: number
}

/** A stream without a reader would raise an uncaught error for a file that cannot be opened, and hold one that can. */
export async function* readChunks(
  path: string,
  span?: ByteSpan,
): AsyncGenerator<Uint8Array, void, undefined> {
  const stream: AsyncIterable<Buffer> = createReadStream(path, span)
  yield* stream
}
