// The media folder: every image, sound and video once, as a file named by the hash of its bytes.
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import { readMediaType, typeOfExtension } from './media-type'

interface MediaFile {
  /** SHA-256 of the bytes, in hexadecimal: the name that turns refer to. */
  readonly hash: string
  readonly path: string
  readonly mimeType: string
  readonly length: number
}

export interface Media {
  /** The file is whole and on the disk when this resolves. Bytes that are there already are not written again. */
  keep(bytes: Uint8Array, declaredType?: string): Promise<MediaFile>
  /** Refuses what is no hash, and tells what is missing. */
  open(hash: string): Promise<MediaFile>
  read(hash: string): Promise<Uint8Array>
  /** Resolves once nothing is being written. */
  close(): Promise<void>
}

const unfinished = 'unfinished-'

export async function openMedia(folder: string): Promise<Media> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await sweepUnfinished(folder)
  const writing = new Set<Promise<MediaFile>>()

  async function openFile(hash: string): Promise<MediaFile> {
    const file = await findFile(folder, hash)
    if (file) return file
    throw new ApiError('NOT_FOUND', `There is no media file ${hash} in ${folder}.`)
  }

  return {
    open: openFile,
    keep(bytes, declaredType) {
      const kept = keepFile(folder, bytes, declaredType)
      writing.add(kept)
      const forget = () => writing.delete(kept)
      kept.then(forget, forget)
      return kept
    },
    async read(hash) {
      return readFile((await openFile(hash)).path)
    },
    async close() {
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

/** Under its name the file is whole or not there at all. */
async function writeWhole(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  const parent = join(path, '..')
  const temporary = join(folder, `${unfinished}${randomUUID()}`)
  try {
    await mkdir(parent, { recursive: true, mode: 0o700 })
    await writeThrough(temporary, bytes)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw new ApiError('INTERNAL', `The media file ${path} could not be written: ${reasonOf(error)}.`, {
      cause: error,
    })
  }
  await syncFolder(parent)
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

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
