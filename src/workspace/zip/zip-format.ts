// The records of a ZIP archive (APPNOTE.TXT 6.3.10): entries with known sizes, stored uncompressed, Zip64 where needed.

export interface ZipEntry {
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

export const localSignature = 0x04034b50
const centralSignature = 0x02014b50
const endSignature = 0x06054b50
const end64Signature = 0x06064b50
const locatorSignature = 0x07064b50

export const localLength = 30
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
export interface ZipLimits {
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

export function writeCentralHeader(entry: ZipEntry, limits: ZipLimits): Buffer {
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

interface Directory {
  readonly entries: number
  readonly offset: number
  readonly size: number
}

/** Follows the central directory. */
export function writeEnd({ entries, offset, size }: Directory, limits: ZipLimits): Buffer {
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
export function readZip64Field(extra: Buffer): number[] {
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
export function fromDosTime(date: number, time: number): number {
  const day = [1980 + (date >> 9), ((date >> 5) & 15) - 1, date & 31] as const
  return new Date(...day, time >> 11, (time >> 5) & 63, (time & 31) * 2).getTime()
}
