// Reads entries of a ZIP archive, with limits against archives that grow far beyond their size.
import { createWriteStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { ApiError } from '#shared/schemas/api-error'

export interface ZipArchive {
  /** Paths in the archive, without folders. */
  readonly names: readonly string[]
  /** Bytes once decompressed; 0 for a missing entry. */
  size(name: string): number
  /** Milliseconds since the epoch; null for a missing entry. */
  modifiedAt(name: string): number | null
  /** Throws PAYLOAD_TOO_LARGE for an entry of more than `maxBytes`, and INVALID_ARGUMENT for one that is damaged. */
  read(name: string, maxBytes: number): Promise<Buffer>
  /** Writes an entry to a new file, with the same errors. */
  extract(name: string, path: string, maxBytes: number): Promise<void>
  /** The start of an entry. */
  readStart(name: string, bytes: number): Promise<Buffer>
  close(): void
}

const maxEntries = 500_000
/** Text shrinks to about a tenth; only zeros shrink to a thousandth. */
const maxRatio = 200
/** Smaller entries may shrink as much as they like. */
const minSuspiciousBytes = 64 * 1024 * 1024

/** Throws INVALID_ARGUMENT if the file is not a ZIP archive. */
export async function openZip(path: string): Promise<ZipArchive> {
  const name = basename(path)
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
    throw damaged(name, error)
  })
  try {
    return toArchive(zip, await listFiles(zip, name), name)
  } catch (error) {
    zip.close()
    throw error
  }
}

async function listFiles(zip: ZipFile, name: string): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      if (entries.size >= maxEntries)
        throw new ApiError('PAYLOAD_TOO_LARGE', `“${name}” has more than 500,000 files.`)
      entries.set(entry.fileName, entry)
    }
  } catch (error) {
    throw error instanceof ApiError ? error : damaged(name, error)
  }
  return entries
}

function toArchive(zip: ZipFile, entries: ReadonlyMap<string, Entry>, archive: string): ZipArchive {
  function find(name: string): Entry {
    const entry = entries.get(name)
    if (!entry) throw new ApiError('NOT_FOUND', `“${archive}” doesn’t contain ${name}.`)
    if (entry.isEncrypted())
      throw new ApiError(
        'INVALID_ARGUMENT',
        `“${archive}” is encrypted. Remove its password, then try again.`,
      )
    return entry
  }
  async function read(name: string, maxBytes: number, isPart: boolean): Promise<Buffer> {
    const entry = find(name)
    if (!isPart) checkSize(entry, maxBytes)
    try {
      return await collect(await zip.openReadStreamPromise(entry), maxBytes)
    } catch (error) {
      throw error instanceof ApiError ? error : damaged(archive, error, name)
    }
  }
  return {
    names: [...entries.keys()],
    size: (name) => entries.get(name)?.uncompressedSize ?? 0,
    modifiedAt: (name) => entries.get(name)?.getLastModDate().getTime() ?? null,
    read: (name, maxBytes) => read(name, maxBytes, false),
    readStart: (name, bytes) => read(name, bytes, true),
    async extract(name, path, maxBytes) {
      const entry = find(name)
      checkSize(entry, maxBytes)
      try {
        await pipeline(
          await zip.openReadStreamPromise(entry),
          createWriteStream(path, { flags: 'wx', mode: 0o600 }),
        )
      } catch (error) {
        throw damaged(archive, error, name)
      }
    },
    close: () => zip.close(),
  }
}

function checkSize({ fileName, uncompressedSize, compressedSize }: Entry, maxBytes: number): void {
  const isSuspicious = uncompressedSize > minSuspiciousBytes && uncompressedSize > compressedSize * maxRatio
  if (uncompressedSize <= maxBytes && !isSuspicious) return
  const reason = isSuspicious
    ? 'would grow to far more than its size in the archive'
    : `is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB`
  throw new ApiError('PAYLOAD_TOO_LARGE', `${fileName} ${reason}, so it wasn’t read.`)
}

/** Stops reading after `maxBytes`: an entry may be longer than its header says. */
async function collect(
  stream: NodeJS.ReadableStream & { destroy(): void },
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    // yauzl's streams have no encoding.
    const bytes = chunk as Buffer
    chunks.push(bytes)
    length += bytes.length
    if (length >= maxBytes) break
  }
  stream.destroy()
  return Buffer.concat(chunks, Math.min(length, maxBytes))
}

function damaged(archive: string, cause: unknown, entry?: string): ApiError {
  const where = entry === undefined ? '' : ` (${entry})`
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ApiError(
    'INVALID_ARGUMENT',
    `“${archive}”${where} can’t be read as a ZIP archive: ${reason}. Download or export it again.`,
    { cause },
  )
}
