// Stores files in the media folder under their hashes, with sidecars, and removes them.
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { type FileHandle, open, readdir, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import { moveTempFile, tempFilePath, writeAtomically } from '../atomic-write'
import { raceAbort } from '../concurrency/timing'
import { parseJson } from '../parse-json'
import { describeProblem, explainProblem } from './folder-problem'
import { measureImage } from './measure-media'
import { checkHash, findFile, hashFile, isOurs, type MediaFile, mediaPath, sidecarPath } from './media-file'
import { headLength, type MediaType, readFileType, readMediaType, readSentType } from './media-type'

export async function storeFile(
  folder: string,
  bytes: Uint8Array,
  declaredType?: string,
): Promise<MediaFile> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const known = await findFile(folder, hash)
  if (known && (await isIntact(known, bytes.length))) return known
  const { extension, mimeType } = readSentType(bytes, declaredType)
  const path = known?.path ?? mediaPath(folder, hash, extension)
  try {
    await writeAtomically(folder, path, bytes)
  } catch (error) {
    throw unwritable(folder, path, error)
  }
  return { hash, path, mimeType, length: bytes.length }
}

interface StreamDestination {
  /** The folder for the temporary file. */
  readonly folder: string
  readonly signal: AbortSignal
  /** Calls back with the folder for the file, which may have changed by then. */
  readonly commit: (work: (folder: string) => Promise<MediaFile>) => Promise<MediaFile>
}

export async function storeStream(
  file: IncomingFile,
  { folder, signal, commit }: StreamDestination,
): Promise<MediaFile> {
  const temporary = tempFilePath(folder)
  try {
    const { hash, length, type } = await receiveFile(temporary, file, signal).catch((error: unknown) => {
      throw explainProblem(folder, error)
    })
    return await commit(async (into) => {
      const known = await findFile(into, hash)
      // The type of a text depends on its name, which may be another one this time.
      if (known && (await isIntact(known, length))) return { ...known, mimeType: type.mimeType }
      const path = known?.path ?? mediaPath(into, hash, type.extension)
      await moveTempFile(temporary, path).catch((error: unknown) => {
        throw unwritable(into, path, error)
      })
      return { hash, path, mimeType: type.mimeType, length }
    })
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined)
  }
}

/** Checks the hash, because a file may have been changed without changing its length. */
async function isIntact({ path, hash, length }: MediaFile, expected: number): Promise<boolean> {
  return length === expected && (await hashFile(path).catch(() => undefined)) === hash
}

function unwritable(folder: string, path: string, error: unknown): ApiError {
  const problem = describeProblem(folder, error)
  if (problem) return new ApiError('FAILED_PRECONDITION', problem, { cause: error })
  const reason = error instanceof Error ? error.message : String(error)
  const message = `Couldn’t save the media file ${path}: ${reason}.`
  return new ApiError('INTERNAL', message, { cause: error })
}

export interface IncomingFile {
  readonly chunks: AsyncIterable<Uint8Array>
  /** The name of the user's file: determines the type of a text, and appears in errors. */
  readonly name: string
  /** Announced length: with fewer bytes the stream was interrupted. */
  readonly length: number
}

interface ReceivedFile {
  /** SHA-256, in hexadecimal. */
  readonly hash: string
  readonly length: number
  readonly type: MediaType
}

/** Throws if no model accepts the type, or if the file is empty or incomplete. The caller removes the written bytes. */
async function receiveFile(path: string, file: IncomingFile, signal: AbortSignal): Promise<ReceivedFile> {
  const { name, length } = file
  const chunks = untilAborted(file.chunks, signal)
  const handle = await open(path, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    const { written, type } = await writeChunks(handle, {
      chunks,
      name,
      onChunk: (chunk) => hash.update(chunk),
    })
    if (written !== length) throw interrupted(name, written, length)
    if (!type) throw new ApiError('INVALID_ARGUMENT', `“${name}” is empty.`)
    await handle.sync()
    return { hash: hash.digest('hex'), length, type }
  } finally {
    await handle.close()
  }
}

interface WriteOptions extends Pick<IncomingFile, 'chunks' | 'name'> {
  readonly onChunk: (chunk: Uint8Array) => void
}

async function writeChunks(handle: FileHandle, { chunks, name, onChunk }: WriteOptions) {
  let head = Buffer.alloc(0)
  let written = 0
  for await (const chunk of chunks) {
    if (head.length < headLength) {
      head = Buffer.concat([head, chunk.subarray(0, headLength - head.length)])
      if (head.length === headLength) typeOf(head, name)
    }
    onChunk(chunk)
    await handle.writeFile(chunk)
    written += chunk.length
  }
  return { written, type: written > 0 ? typeOf(head, name) : undefined }
}

/** Ends on abort even if the sender never continues. */
async function* untilAborted(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal) {
  const iterator = chunks[Symbol.asyncIterator]()
  try {
    while (!signal.aborted) {
      const next = await raceAbort(iterator.next(), signal)
      if (next.done) return
      yield next.value
    }
  } finally {
    void iterator.return?.()
  }
}

function typeOf(head: Uint8Array, name: string): MediaType {
  const type = readFileType(head, name)
  if (type) return type
  const message = `“${name}” isn’t supported. Models accept images, audio, video, PDFs, and text.`
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', message)
}

function interrupted(name: string, written: number, length: number): ApiError {
  return new ApiError(
    'ABORTED',
    `“${name}” was cut off after ${written.toLocaleString('en')} of ${length.toLocaleString('en')} bytes. Try again.`,
  )
}

export async function openFile(folder: string, hash: string): Promise<MediaFile> {
  const file = await findFile(folder, hash)
  if (file) return file
  throw new ApiError('NOT_FOUND', `Media file ${hash} not found in ${folder}.`)
}

/** Indented, because people read it too. */
export async function writeSidecar(folder: string, hash: string, content: unknown): Promise<void> {
  checkHash(hash)
  const text = `${JSON.stringify(content, null, 2)}\n`
  await writeAtomically(folder, sidecarPath(folder, hash), Buffer.from(text))
}

/** Returns undefined if the sidecar is missing or not JSON. */
export async function readSidecar(folder: string, hash: string): Promise<unknown> {
  checkHash(hash)
  const text = await readFile(sidecarPath(folder, hash), 'utf8').catch((error: NodeJS.ErrnoException) => {
    // A sidecar that exists but cannot be read must not be treated as missing and overwritten.
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    return undefined
  })
  return text === undefined ? undefined : parseJson(text)
}

/**
 * Removes a file with sidecar and thumbnail; returns its length, or 0 if it is missing or needed. The result of
 * `isNeeded` stays valid until the file is removed, because the removal is synchronous.
 */
export async function removeFile(folder: string, hash: string, isNeeded: () => boolean): Promise<number> {
  const file = await findFile(folder, hash)
  const parent = dirname(sidecarPath(folder, hash))
  const names = await readdir(parent).catch(() => [])
  const ownFiles = names.filter((name) => name.startsWith(`${hash}.`) && isOurs(name))
  if (isNeeded()) return 0
  for (const name of ownFiles) rmSync(join(parent, name), { force: true })
  await removeThumbnail(folder, hash)
  return file?.length ?? 0
}

const thumbnailFolder = 'thumbnails'
const maxThumbnailBytes = 262_144

export interface ThumbnailFile {
  readonly path: string
  readonly length: number
}

/** Throws unless the bytes are a WebP image of at most 256 KB. */
export async function writeThumbnail(folder: string, hash: string, bytes: Uint8Array): Promise<void> {
  if (bytes.length > maxThumbnailBytes) {
    throw new ApiError('PAYLOAD_TOO_LARGE', 'Thumbnails can’t exceed 256 KB.')
  }
  if (!isCompleteWebp(bytes))
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Thumbnails must be complete WebP images.')
  await writeAtomically(folder, thumbnailPath(folder, hash), bytes)
}

export async function findThumbnail(folder: string, hash: string): Promise<ThumbnailFile | undefined> {
  checkHash(hash)
  const path = thumbnailPath(folder, hash)
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? { path, length: found.size } : undefined
}

async function removeThumbnail(folder: string, hash: string): Promise<void> {
  await rm(thumbnailPath(folder, hash), { force: true })
}

/** Leaves other files, because the user may have a folder of that name. */
export async function removeThumbnails(folder: string): Promise<void> {
  const parent = join(folder, thumbnailFolder)
  const names = await readdir(parent).catch(() => [])
  for (const name of names) {
    if (/^[0-9a-f]{64}\.webp$/.test(name)) await rm(join(parent, name), { force: true })
  }
  await rmdir(parent).catch(() => undefined)
}

function thumbnailPath(folder: string, hash: string): string {
  return join(folder, thumbnailFolder, `${hash}.webp`)
}

function isCompleteWebp(bytes: Uint8Array): boolean {
  if (readMediaType(bytes).mimeType !== 'image/webp' || !measureImage(bytes)) return false
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true) === bytes.length - 8
}
