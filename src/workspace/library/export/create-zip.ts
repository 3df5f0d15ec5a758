// Streams entries into a zip archive; more than 65,535 entries or 4 GB make it a Zip64 one.
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly content: string | AsyncIterable<string | Uint8Array>
}

/**
 * Yields the archive's bytes. Images are compressed already, so entries are stored uncompressed. Each entry is requested
 * once the one before it has been read. If the reader stops early, the current entry is closed.
 */
export async function* createZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  // yazl's types lack `entries`.
  const zip = new ZipFile() as ZipFile & EntryList
  // In object mode chunks are yielded one by one; otherwise they would be joined into one large write.
  const output = new PassThrough({ readableObjectMode: true, readableHighWaterMark: 1 })
  zip.outputStream.pipe(output)
  zip.on('error', (error: Error) => output.destroy(error))
  const closing = new AbortController()
  const { signal } = closing
  const written: EntryList['entries'] = []
  const add = async () => {
    for await (const { name, at, content } of entries) {
      signal.throwIfAborted()
      moveWritten(zip, written)
      const options = { compress: false, mtime: toZipDate(at) }
      if (typeof content === 'string') {
        zip.addBuffer(Buffer.from(content), name, options)
        if (output.writableNeedDrain) await once(output, 'drain', { signal })
      } else {
        const source = Readable.from(content, { objectMode: false })
        zip.addReadStream(source, name, options)
        await finished(source, { signal }).finally(() => source.destroy())
      }
    }
    zip.entries = [...written, ...zip.entries]
    zip.end()
  }
  const adding = add().catch((error: Error) => output.destroy(error))
  try {
    // The writable side receives only bytes.
    for await (const chunk of output as AsyncIterable<Uint8Array>) yield chunk
  } finally {
    closing.abort()
    await adding
  }
}

interface EntryList {
  entries: { readonly state: number }[]
}

/** yazl's `FILE_DATA_DONE`. */
const writtenState = 3
const maxListed = 256

/** yazl searches its list from the start at every step, so written entries are moved elsewhere. */
function moveWritten({ entries }: EntryList, written: EntryList['entries']): void {
  if (entries.length < maxListed) return
  const open = entries.findIndex(({ state }) => state !== writtenState)
  written.push(...entries.splice(0, open < 0 ? entries.length : open))
}

/** Zip supports the years 1980 to 2099. */
function toZipDate(at: number): Date {
  return new Date(Math.min(Math.max(at, Date.UTC(1980, 0, 2)), Date.UTC(2099, 11, 30)))
}
