// The media folder: every image, sound and video once, as a file named by the hash of its bytes.
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import { readMediaType, typeOfExtension } from './media-type'
import { type ArrivingFile, receiveFile } from './receive-file'

export interface MediaFile {
  /** SHA-256 of the bytes, in hexadecimal: the name that turns refer to. */
  readonly hash: string
  readonly path: string
  readonly mimeType: string
  readonly length: number
}

export interface Media {
  /** The file is whole and on the disk when this resolves. Bytes that are there already are not written again. */
  keep(bytes: Uint8Array, declaredType?: string): Promise<MediaFile>
  /** The same for bytes that arrive little by little; where they break off, nothing is left of them. */
  keepStream(file: ArrivingFile): Promise<MediaFile>
  /** Refuses what is no hash, and tells what is missing. */
  open(hash: string): Promise<MediaFile>
  read(hash: string): Promise<Uint8Array>
  /** Gives up what is still arriving; resolves once nothing is being written. */
  close(): Promise<void>
}

const unfinished = 'unfinished-'

export async function openMedia(folder: string): Promise<Media> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await sweepUnfinished(folder)
  const writing = new Set<Promise<MediaFile>>()
  const closing = new AbortController()

  async function openFile(hash: string): Promise<MediaFile> {
    const file = await findFile(folder, hash)
    if (file) return file
    throw new ApiError('NOT_FOUND', `There is no media file ${hash} in ${folder}.`)
  }

  function watch(kept: Promise<MediaFile>): Promise<MediaFile> {
    writing.add(kept)
    const forget = () => writing.delete(kept)
    kept.then(forget, forget)
    return kept
  }

  return {
    open: openFile,
    keep: (bytes, declaredType) => watch(keepFile(folder, bytes, declaredType)),
    keepStream: (file) => watch(keepStream(folder, file, closing.signal)),
    async read(hash) {
      return readFile((await openFile(hash)).path)
    },
    async close() {
      closing.abort()
      await Promise.allSettled(writing)
    },
  }
}

async function keepFile(folder: string, bytes: Uint8Array, declaredType?: string): Promise<MediaFile> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const known = await findFile(folder, hash)
  // A file of another length is one that something else has cut or changed.
  if (known?.length === bytes.length) return known
  const { extension, mimeType } = readMediaType(bytes, declaredType)
  const path = known?.path ?? join(folder, hash.slice(0, 2), `${hash}.${extension}`)
  await writeWhole(folder, path, bytes)
  return { hash, path, mimeType, length: bytes.length }
}

async function keepStream(folder: string, file: ArrivingFile, signal: AbortSignal): Promise<MediaFile> {
  const temporary = join(folder, `${unfinished}${randomUUID()}`)
  try {
    const { hash, length, type } = await receiveFile(temporary, file, signal)
    const known = await findFile(folder, hash)
    // A text's kind is told by its name, which may be another this time.
    if (known?.length === length) return { ...known, mimeType: type.mimeType }
    const path = known?.path ?? join(folder, hash.slice(0, 2), `${hash}.${type.extension}`)
    await putInPlace(temporary, path)
    return { hash, path, mimeType: type.mimeType, length }
  } finally {
    await rm(temporary, { force: true })
  }
}

async function putInPlace(temporary: string, path: string): Promise<void> {
  try {
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
    await rename(temporary, path)
  } catch (error) {
    throw unwritable(path, error)
  }
  await syncFolder(join(path, '..'))
}

/** Under its name the file is whole or not there at all. */
async function writeWhole(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  const temporary = join(folder, `${unfinished}${randomUUID()}`)
  try {
    await writeThrough(temporary, bytes)
    await putInPlace(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error instanceof ApiError ? error : unwritable(path, error)
  }
}

async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes the new name durable; Windows has no such call and needs none. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

async function findFile(folder: string, hash: string): Promise<MediaFile | undefined> {
  if (!/^[0-9a-f]{64}$/.test(hash)) {
    throw new ApiError('INVALID_ARGUMENT', 'A media file is named by 64 hexadecimal digits.', {
      param: 'hash',
    })
  }
  const parent = join(folder, hash.slice(0, 2))
  const names = await readdir(parent).catch(() => [])
  const name = names.find((candidate) => candidate.startsWith(`${hash}.`))
  if (!name) return undefined
  const path = join(parent, name)
  const { size } = await stat(path)
  return { hash, path, mimeType: typeOfExtension(extname(name).slice(1)), length: size }
}

async function sweepUnfinished(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(unfinished))
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })))
}

function unwritable(path: string, error: unknown): ApiError {
  const message = `The media file ${path} could not be written: ${reasonOf(error)}.`
  return new ApiError('INTERNAL', message, { cause: error })
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
