// Reads entries of a ZIP archive in any order: stored or deflated, also of more than 4 GB (Zip64).
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { ApiError } from '#shared/schemas/api-error'
import { crc32 } from './crc32'
import {
  centralLength,
  centralSignature,
  end64Length,
  end64Signature,
  endLength,
  endSignature,
  localLength,
  localSignature,
  locatorLength,
  locatorSignature,
  max16,
  max32,
  readZip64Field,
} from './zip-format'

interface ListedEntry {
  readonly name: string
  /** Bytes of the content, and of what is stored of it. */
  readonly size: number
  readonly storedSize: number
  readonly crc: number
  readonly offset: number
  readonly method: number
  readonly isEncrypted: boolean
}

export interface ZipReader {
  /** By name; folders are left out. */
  readonly entries: ReadonlyMap<string, ListedEntry>
  /** Throws INVALID_ARGUMENT with the entry's name if it is missing or damaged: at the latest at its end. */
  read(name: string): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

/** Throws INVALID_ARGUMENT if it is not a complete archive. */
export async function openZip(path: string): Promise<ZipReader> {
  const file = await open(path, 'r')
  try {
    const entries = await readDirectory(file, basename(path))
    return {
      entries,
      read: (name) => {
        const entry = entries.get(name)
        if (!entry) throw invalid(`“${name}” is missing in ${basename(path)}.`)
        return readEntry(file, entry, basename(path))
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** The end record may be followed by a comment of 65,535 bytes. */
const maxTail = endLength + max16
/** The maximum size of all names and positions. */
const maxDirectoryBytes = 512 * 1024 * 1024

async function readDirectory(file: FileHandle, archive: string): Promise<Map<string, ListedEntry>> {
  const { size: fileSize } = await file.stat()
  const tail = await readAt(file, Math.max(0, fileSize - maxTail), Math.min(maxTail, fileSize))
  const end = findEnd(tail)
  if (end < 0) throw invalid(`${archive} isn’t a ZIP file, or its end is missing.`)
  let count = tail.readUInt16LE(end + 10)
  let size = tail.readUInt32LE(end + 12)
  let offset = tail.readUInt32LE(end + 16)
  if (count === max16 || size === max32 || offset === max32) {
    const at = fileSize - tail.length + end - locatorLength
    const locator = at < 0 ? Buffer.alloc(0) : await readAt(file, at, locatorLength)
    if (locator.length < locatorLength || locator.readUInt32LE(0) !== locatorSignature)
      throw damagedDirectory(archive)
    const end64 = await readAt(file, Number(locator.readBigUInt64LE(8)), end64Length)
    if (end64.length < end64Length || end64.readUInt32LE(0) !== end64Signature)
      throw damagedDirectory(archive)
    count = Number(end64.readBigUInt64LE(32))
    size = Number(end64.readBigUInt64LE(40))
    offset = Number(end64.readBigUInt64LE(48))
  }
  if (offset + size > fileSize || size > maxDirectoryBytes) throw damagedDirectory(archive)
  const entries = new Map<string, ListedEntry>()
  const directory = await readAt(file, offset, size)
  let at = 0
  for (let index = 0; index < count; index += 1) {
    if (at + centralLength > directory.length || directory.readUInt32LE(at) !== centralSignature)
      throw damagedDirectory(archive)
    const entry = readCentralHeader(directory, at)
    if (!entry.name.endsWith('/')) entries.set(entry.name, entry)
    at +=
      centralLength +
      directory.readUInt16LE(at + 28) +
      directory.readUInt16LE(at + 30) +
      directory.readUInt16LE(at + 32)
  }
  return entries
}

function findEnd(tail: Buffer): number {
  for (let at = tail.length - endLength; at >= 0; at -= 1)
    if (tail.readUInt32LE(at) === endSignature) return at
  return -1
}

function readCentralHeader(directory: Buffer, at: number): ListedEntry {
  const nameEnd = at + centralLength + directory.readUInt16LE(at + 28)
  const large = readZip64Field(directory.subarray(nameEnd, nameEnd + directory.readUInt16LE(at + 30)))
  const read = (position: number) => {
    const value = directory.readUInt32LE(at + position)
    return value === max32 ? (large.shift() ?? value) : value
  }
  // A Zip64 field has only the values that do not fit, in this order.
  const size = read(24)
  const storedSize = read(20)
  const offset = read(42)
  return {
    name: directory.toString('utf8', at + centralLength, nameEnd),
    size,
    storedSize,
    offset,
    crc: directory.readUInt32LE(at + 16),
    method: directory.readUInt16LE(at + 10),
    isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
  }
}

const chunkLength = 1_048_576

async function* readEntry(file: FileHandle, entry: ListedEntry, archive: string): AsyncGenerator<Uint8Array> {
  const damaged = () => invalid(`“${entry.name}” in ${archive} is damaged.`)
  if (entry.isEncrypted) throw invalid(`“${entry.name}” in ${archive} is encrypted, which isn’t supported.`)
  const header = await readAt(file, entry.offset, localLength)
  if (header.length < localLength || header.readUInt32LE(0) !== localSignature) throw damaged()
  const start = entry.offset + localLength + header.readUInt16LE(26) + header.readUInt16LE(28)
  const stored = readSpan(file, start, entry.storedSize)
  let crc = 0
  let length = 0
  try {
    for await (const chunk of decode(stored, entry.method)) {
      length += chunk.length
      // More than announced may be an attempt to fill the memory or the disk.
      if (length > entry.size) throw damaged()
      crc = crc32(chunk, crc)
      yield chunk
    }
  } catch (error) {
    throw isInflateError(error) ? damaged() : error
  }
  if (length !== entry.size || crc !== entry.crc) throw damaged()
}

function decode(stored: AsyncGenerator<Uint8Array>, method: number): AsyncIterable<Uint8Array> {
  if (method === 0) return stored
  if (method === 8) return Readable.from(stored, { objectMode: false }).compose(createInflateRaw())
  throw invalid(`Compression method ${method} isn’t supported.`)
}

function isInflateError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}

async function* readSpan(file: FileHandle, start: number, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < length; ) {
    const chunk = await readAt(file, start + at, Math.min(chunkLength, length - at))
    if (chunk.length === 0) return
    yield chunk
    at += chunk.length
  }
}

/** Returns fewer bytes at the end of the file. */
async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  return buffer.subarray(0, bytesRead)
}

function damagedDirectory(archive: string): ApiError {
  return invalid(`${archive} is damaged: its list of entries can’t be read.`)
}

function invalid(message: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', message)
}
