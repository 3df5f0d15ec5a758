// Writes a ZIP archive that a later run can continue, which no library supports: yazl, archiver, zip.js, and fflate always start a new one.
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from './crc32'

interface NewEntry {
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Bytes; the content must have as many. */
  readonly size: number
  readonly content: AsyncIterable<Uint8Array> | Uint8Array
  /** If it is given, an entry with another one is left out. */
  readonly sha256?: string
}

interface ResumeOptions {
  /** The first entry of an earlier run that is not retained is removed, with all after it. */
  readonly isRetained?: (name: string) => boolean
  readonly limits?: ZipLimits
}

export type ResumableZip = Awaited<ReturnType<typeof openResumableZip>>

/** Bytes of contents between two waits for the disk: as much is written again after a crash. */
const checkpointBytes = 16 * 1024 * 1024

/**
 * Continues the file if it exists, after its last complete entry. The header of an entry is written once its content is
 * on the disk, so the file itself says what is complete, also after a loss of power.
 */
export async function openResumableZip(
  path: string,
  { isRetained = () => true, limits = { max32 } }: ResumeOptions = {},
) {
  const file = await open(path, 'r+').catch(() => open(path, 'wx+', 0o600))
  const entries = new Map<string, ZipEntry>()
  let position = 0
  for await (const entry of readLocalHeaders(file)) {
    if (!isRetained(entry.name)) break
    entries.set(entry.name, entry)
    position = endOf(entry, limits)
  }
  await file.truncate(position)
  /** Entries without headers, and the bytes of their contents. */
  let unmarked: ZipEntry[] = []
  let unmarkedBytes = 0
  const mark = async () => {
    if (unmarked.length === 0) return
    await file.datasync()
    for (const entry of unmarked) await writeAt(file, writeLocalHeader(entry, limits), entry.offset)
    unmarked = []
    unmarkedBytes = 0
  }

  return {
    /** The complete entries of an earlier run, by name. */
    found: new Map(entries) as ReadonlyMap<string, ZipEntry>,
    /** Returns the SHA-256 of the content in hexadecimal. The entry of an earlier run with this name is replaced. */
    async add({ name, at, size, content, sha256: expected }: NewEntry): Promise<string> {
      const start = position + writeLocalHeader({ name, at, size, crc: 0, offset: position }, limits).length
      const hash = createHash('sha256')
      let crc = 0
      let written = 0
      const chunks = content instanceof Uint8Array ? [content] : content
      for await (const chunk of chunks) {
        if (written + chunk.length > size) throw new Error(`${name} has more bytes than announced.`)
        hash.update(chunk)
        crc = crc32(chunk, crc)
        await writeAt(file, chunk, start + written)
        written += chunk.length
      }
      if (written !== size) throw new Error(`${name} has fewer bytes than announced.`)
      const sha256 = hash.digest('hex')
      if (expected !== undefined && sha256 !== expected) return sha256
      const entry = { name, at, size, crc, offset: position }
      unmarked.push(entry)
      unmarkedBytes += size
      entries.set(name, entry)
      position = endOf(entry, limits)
      if (unmarkedBytes >= checkpointBytes) await mark()
      return sha256
    },
    /** Writes the directory with these entries only. Once it resolves, the archive survives a loss of power. */
    async finish(names: readonly string[]): Promise<void> {
      await mark()
      const listed = names.flatMap((name) => entries.get(name) ?? [])
      const offset = position
      const directory = Buffer.concat(listed.map((entry) => writeCentralHeader(entry, limits)))
      const end = writeEnd(listed.length, offset, directory.length, limits)
      await writeAt(file, Buffer.concat([directory, end]), offset)
      await file.truncate(offset + directory.length + end.length)
      await file.sync()
    },
    async close(): Promise<void> {
      await mark().finally(() => file.close())
    },
  }
}

async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at)
    at += bytesWritten
  }
}

function endOf(entry: ZipEntry, limits: ZipLimits): number {
  return entry.offset + writeLocalHeader(entry, limits).length + entry.size
}

/** Ends at the first entry that is not complete. */
async function* readLocalHeaders(file: FileHandle): AsyncGenerator<ZipEntry> {
  const { size: fileSize } = await file.stat()
  for (let offset = 0; offset + localLength <= fileSize; ) {
    const { buffer: header } = await file.read(Buffer.alloc(localLength), 0, localLength, offset)
    if (header.readUInt32LE(0) !== localSignature) return
    const [nameLength, extraLength] = [header.readUInt16LE(26), header.readUInt16LE(28)]
    const rest = Buffer.alloc(nameLength + extraLength)
    await file.read(rest, 0, rest.length, offset + localLength)
    const [large] = readZip64Field(rest.subarray(nameLength))
    const size = header.readUInt32LE(22) === max32 && large !== undefined ? large : header.readUInt32LE(22)
    const next = offset + localLength + rest.length + size
    if (next > fileSize) return
    const name = rest.toString('utf8', 0, nameLength)
    const at = fromDosTime(header.readUInt16LE(12), header.readUInt16LE(10))
    yield { name, at, size, crc: header.readUInt32LE(14), offset }
    offset = next
  }
}

interface ZipEntry {
  /** With `/`, in UTF-8. */
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Bytes of the content. */
  readonly size: number
  readonly crc: number
  /** Position of its local header. */
  readonly offset: number
}

const localSignature = 0x04034b50
const centralSignature = 0x02014b50
const endSignature = 0x06054b50
const end64Signature = 0x06064b50
const locatorSignature = 0x07064b50

const localLength = 30
const centralLength = 46
const endLength = 22
const end64Length = 56
const locatorLength = 20

/** The largest values of fields of 32 and 16 bits, which mean that the value is in a Zip64 field. */
export const max32 = 0xffffffff
const max16 = 0xffff
const zip64Field = 1
const utf8Flag = 0x0800

/** Sizes from this on are in a Zip64 field; tests lower it. */
interface ZipLimits {
  readonly max32: number
}

export function writeLocalHeader(entry: ZipEntry, limits: ZipLimits): Buffer {
  const name = Buffer.from(entry.name)
  const extra = entry.size >= limits.max32 ? toZip64Field([entry.size, entry.size]) : Buffer.alloc(0)
  const header = Buffer.alloc(localLength)
  header.writeUInt32LE(localSignature, 0)
  writeCommon(header.subarray(4), entry, extra.length > 0)
  header.writeUInt16LE(name.length, 26)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, name, extra])
}

/** Version needed, flags, method, time, checksum and sizes, which both headers have in this order. */
function writeCommon(target: Buffer, { at, crc, size }: ZipEntry, isLarge: boolean): void {
  const { date, time } = toDosTime(at)
  target.writeUInt16LE(isLarge ? 45 : 20, 0)
  target.writeUInt16LE(utf8Flag, 2)
  target.writeUInt16LE(0, 4)
  target.writeUInt16LE(time, 6)
  target.writeUInt16LE(date, 8)
  target.writeUInt32LE(crc, 10)
  target.writeUInt32LE(isLarge ? max32 : size, 14)
  target.writeUInt32LE(isLarge ? max32 : size, 18)
}

function writeCentralHeader(entry: ZipEntry, limits: ZipLimits): Buffer {
  const name = Buffer.from(entry.name)
  const isLarge = entry.size >= limits.max32
  const isFar = entry.offset >= limits.max32
  const large = [...(isLarge ? [entry.size, entry.size] : []), ...(isFar ? [entry.offset] : [])]
  const extra = large.length > 0 ? toZip64Field(large) : Buffer.alloc(0)
  const header = Buffer.alloc(centralLength)
  header.writeUInt32LE(centralSignature, 0)
  // Made by Unix, so that the permissions below are used: an ordinary file that its owner can write.
  header.writeUInt16LE((3 << 8) | 45, 4)
  writeCommon(header.subarray(6), entry, isLarge)
  header.writeUInt16LE(isLarge || isFar ? 45 : 20, 6)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt16LE(extra.length, 30)
  header.writeUInt32LE((0o100644 << 16) >>> 0, 38)
  header.writeUInt32LE(isFar ? max32 : entry.offset, 42)
  return Buffer.concat([header, name, extra])
}

/** Follows the central directory. */
function writeEnd(entries: number, offset: number, size: number, limits: ZipLimits): Buffer {
  const isLarge = entries >= max16 || offset >= limits.max32 || size >= limits.max32
  const end = Buffer.alloc(endLength)
  end.writeUInt32LE(endSignature, 0)
  end.writeUInt16LE(isLarge ? max16 : entries, 8)
  end.writeUInt16LE(isLarge ? max16 : entries, 10)
  end.writeUInt32LE(isLarge ? max32 : size, 12)
  end.writeUInt32LE(isLarge ? max32 : offset, 16)
  if (!isLarge) return end
  const end64 = Buffer.alloc(end64Length)
  end64.writeUInt32LE(end64Signature, 0)
  end64.writeBigUInt64LE(BigInt(end64Length - 12), 4)
  end64.writeUInt16LE((3 << 8) | 45, 12)
  end64.writeUInt16LE(45, 14)
  for (const [index, value] of [entries, entries, size, offset].entries())
    end64.writeBigUInt64LE(BigInt(value), 24 + index * 8)
  const locator = Buffer.alloc(locatorLength)
  locator.writeUInt32LE(locatorSignature, 0)
  locator.writeBigUInt64LE(BigInt(offset + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end64, locator, end])
}

function toZip64Field(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + values.length * 8)
  field.writeUInt16LE(zip64Field, 0)
  field.writeUInt16LE(values.length * 8, 2)
  for (const [index, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + index * 8)
  return field
}

/** Returns the numbers of a Zip64 field among extra fields. */
function readZip64Field(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(at + 2)
    const field = extra.subarray(at + 4, at + 4 + length)
    if (extra.readUInt16LE(at) === zip64Field)
      return Array.from({ length: Math.floor(field.length / 8) }, (_, index) =>
        Number(field.readBigUInt64LE(index * 8)),
      )
    at += 4 + length
  }
  return []
}

/** ZIP supports the years 1980 to 2107, in the time zone of the computer. */
function toDosTime(at: number): { date: number; time: number } {
  const local = new Date(Math.min(Math.max(at, Date.UTC(1980, 0, 2)), Date.UTC(2107, 11, 30)))
  const date = ((local.getFullYear() - 1980) << 9) | ((local.getMonth() + 1) << 5) | local.getDate()
  return { date, time: (local.getHours() << 11) | (local.getMinutes() << 5) | (local.getSeconds() >> 1) }
}

/** As above, in the time zone of this computer. */
function fromDosTime(date: number, time: number): number {
  const day = [1980 + (date >> 9), ((date >> 5) & 15) - 1, date & 31] as const
  return new Date(...day, time >> 11, (time >> 5) & 63, (time & 31) * 2).getTime()
}
