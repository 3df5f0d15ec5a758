// Reads entries of a ZIP archive in any order, also of more than 4 GB, with limits against archives that grow far beyond their size.
import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { ApiError } from '#shared/schemas/api-error'
import { crc32 } from './crc32'

export type ZipReader = ReturnType<typeof toReader>

const maxEntries = 2_000_000
/** Text shrinks to about a tenth; only zeros shrink to a thousandth. */
const maxRatio = 200
/** Smaller entries may shrink as much as they like. */
const minSuspiciousBytes = 64 * 1024 * 1024

/** Throws INVALID_ARGUMENT if the file is not a complete ZIP archive. */
export async function openZip(path: string) {
  const archive = basename(path)
  const file = await open(path, 'r')
  const reader = new FileReader(file)
  try {
    const { size } = await file.stat()
    const options = { lazyEntries: true, autoClose: false }
    const zip = await fromRandomAccessReaderPromise(reader, size, options)
    return toReader(zip, await listFiles(zip, archive), archive)
  } catch (error) {
    await file.close()
    throw error instanceof ApiError ? error : notAnArchive(archive, error)
  }
}

async function listFiles(zip: ZipFile, archive: string): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue
    if (entries.size >= maxEntries)
      throw new ApiError(
        'PAYLOAD_TOO_LARGE',
        `“${archive}” has more than ${maxEntries.toLocaleString('en-US')} files.`,
      )
    entries.set(entry.fileName, entry)
  }
  return entries
}

function toReader(zip: ZipFile, entries: ReadonlyMap<string, Entry>, archive: string) {
  const find = (name: string): Entry => {
    const entry = entries.get(name)
    if (!entry) throw invalid(`“${name}” is missing in ${archive}.`)
    return entry
  }
  /**
   * Yields the content in chunks. Throws INVALID_ARGUMENT with the names of the entry and the archive if it is missing or
   * damaged, at the latest at its end, and PAYLOAD_TOO_LARGE for one of more than `maxBytes`.
   */
  const stream = (name: string, maxBytes = Number.POSITIVE_INFINITY): AsyncIterable<Uint8Array> => {
    const entry = find(name)
    checkSize(entry, maxBytes, archive)
    return readEntry(zip, entry, archive)
  }
  return {
    /** Paths in the archive, without folders. */
    names: [...entries.keys()],
    /** Milliseconds since the epoch; null for a missing entry. */
    modifiedAt: (name: string): number | null => entries.get(name)?.getLastModDate().getTime() ?? null,
    stream,
    /** The whole content, with the same errors. */
    read: async (name: string, maxBytes: number) => await collect(stream(name, maxBytes)),
    /** The start of an entry, whose checksum is not compared. */
    readStart: async (name: string, bytes: number) =>
      await collect(readEntry(zip, find(name), archive), bytes),
    /** Resolves once the file is closed, so that it can be renamed or removed. */
    async close(): Promise<void> {
      const closed = once(zip, 'close')
      zip.close()
      await closed
    },
  }
}

function checkSize(
  { fileName, uncompressedSize, compressedSize }: Entry,
  maxBytes: number,
  archive: string,
): void {
  const isSuspicious = uncompressedSize > minSuspiciousBytes && uncompressedSize > compressedSize * maxRatio
  if (uncompressedSize <= maxBytes && !isSuspicious) return
  const reason = isSuspicious
    ? 'would grow to far more than its size in the archive'
    : `is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB`
  throw new ApiError('PAYLOAD_TOO_LARGE', `“${fileName}” in ${archive} ${reason}, so it wasn’t read.`)
}

/** yauzl compares sizes while it decompresses, but no checksums. */
async function* readEntry(zip: ZipFile, entry: Entry, archive: string): AsyncGenerator<Uint8Array> {
  const path = `“${entry.fileName}” in ${archive}`
  if (entry.isEncrypted()) throw invalid(`${path} is encrypted. Remove its password, then try again.`)
  if (!entry.canDecodeFileData())
    throw invalid(
      `${path} is compressed in a way that isn’t supported. Compress it again as an ordinary ZIP file.`,
    )
  let crc = 0
  let isReading = true
  try {
    // The streams of yauzl have no encoding.
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      crc = crc32(chunk, crc)
      isReading = false
      yield chunk
      isReading = true
    }
  } catch (error) {
    // An error of the caller is not one of the archive.
    throw isReading ? damaged(path, error) : error
  }
  if (crc !== entry.crc32) throw damaged(path)
}

async function collect(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Buffer> {
  const read: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    read.push(chunk)
    length += chunk.length
    if (length >= maxBytes) break
  }
  return Buffer.concat(read, Math.min(length, maxBytes))
}

/** Bytes that are read at once: of entries, and of the list of entries. */
const chunkLength = 1024 * 1024
const windowLength = 64 * 1024

/** yauzl’s own reader reads 16 KB at a time, and each field of the list of entries on its own. */
class FileReader extends RandomAccessReader {
  readonly #file: FileHandle
  /** The bytes that were read last. */
  #window = { bytes: Buffer.alloc(0), position: 0 }

  constructor(file: FileHandle) {
    super()
    this.#file = file
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(readSpan(this.#file, start, end), { objectMode: false })
  }

  override read(
    ...[target, offset, length, position, callback]: Parameters<RandomAccessReader['read']>
  ): void {
    this.#read(target.subarray(offset, offset + length), position).then(
      () => callback(null),
      (error: Error) => callback(error),
    )
  }

  override close(callback: (error: Error | null) => void): void {
    this.#file.close().then(
      () => callback(null),
      (error: Error) => callback(error),
    )
  }

  async #read(target: Buffer, position: number): Promise<void> {
    if (!this.#holds(target, position)) {
      const buffer = Buffer.alloc(Math.max(windowLength, target.length))
      const { bytesRead } = await this.#file.read(buffer, 0, buffer.length, position)
      this.#window = { bytes: buffer.subarray(0, bytesRead), position }
    }
    if (!this.#holds(target, position)) throw new Error('The file ends too early.')
    this.#window.bytes.copy(target, 0, position - this.#window.position)
  }

  #holds({ length }: Buffer, from: number): boolean {
    const { bytes, position } = this.#window
    return from >= position && from + length <= position + bytes.length
  }
}

async function* readSpan(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const length = Math.min(chunkLength, end - at)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}

function notAnArchive(archive: string, cause: unknown): ApiError {
  return invalid(
    `“${archive}” can’t be read as a ZIP archive: it isn’t a ZIP file, or its end is missing. Download or export it again.`,
    cause,
  )
}

function damaged(path: string, cause?: unknown): ApiError {
  return invalid(`${path} is damaged. Download or export it again.`, cause)
}

function invalid(message: string, cause?: unknown): ApiError {
  return new ApiError('INVALID_ARGUMENT', message, { cause })
}
