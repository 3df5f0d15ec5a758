// Writes a ZIP archive that a later run can continue, which no library supports: yazl, archiver, zip.js, and fflate always start a new one.
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from './crc32'
import {
  fromDosTime,
  localLength,
  localSignature,
  max32,
  readZip64Field,
  writeCentralHeader,
  writeEnd,
  writeLocalHeader,
  type ZipEntry,
  type ZipLimits,
} from './zip-format'

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

export interface ResumableZip {
  /** The complete entries of an earlier run, by name. */
  readonly found: ReadonlyMap<string, ZipEntry>
  /** Returns the SHA-256 of the content in hexadecimal. The entry of an earlier run with this name is replaced. */
  add(entry: NewEntry): Promise<string>
  /** Writes the directory with these entries only. Once it resolves, the archive survives a loss of power. */
  finish(names: readonly string[]): Promise<void>
  close(): Promise<void>
}

interface ResumeOptions {
  /** The first entry of an earlier run that is not retained is removed, with all after it. */
  readonly isRetained?: (name: string) => boolean
  readonly limits?: ZipLimits
}

/** Bytes of contents between two waits for the disk: as much is written again after a crash. */
const checkpointBytes = 16 * 1024 * 1024

/**
 * Continues the file if it exists, after its last complete entry. The header of an entry is written once its content is
 * on the disk, so the file itself says what is complete, also after a loss of power.
 */
export async function openResumableZip(
  path: string,
  { isRetained = () => true, limits = { max32 } }: ResumeOptions = {},
): Promise<ResumableZip> {
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
    found: new Map(entries),
    async add({ name, at, size, content, sha256: expected }) {
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
    async finish(names) {
      await mark()
      const listed = names.flatMap((name) => entries.get(name) ?? [])
      const offset = position
      const directory = Buffer.concat(listed.map((entry) => writeCentralHeader(entry, limits)))
      const end = writeEnd({ entries: listed.length, offset, size: directory.length }, limits)
      await writeAt(file, Buffer.concat([directory, end]), offset)
      await file.truncate(offset + directory.length + end.length)
      await file.sync()
    },
    async close() {
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
