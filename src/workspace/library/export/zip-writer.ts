// Writes a zip piece by piece: no more of it is held than the piece that is being written.
import { Zip, ZipPassThrough } from 'fflate'
import { ApiError } from '#shared/schemas/api-error'
import type { NewFile } from './new-file'

interface Entry {
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly content: AsyncIterable<string | Uint8Array>
}

export interface ZipWriter {
  /** Yields how many bytes were added, piece by piece. */
  add(entry: Entry): AsyncGenerator<number>
  end(): Promise<void>
}

/** The format's own bounds; the one of its extension, which not every system reads, is not used. */
const mostEntries = 65_535
export const mostBytes = 4_294_967_295

/** Pictures are compressed already: bytes are stored as they are. */
export function createZipWriter(file: NewFile): ZipWriter {
  let waiting: Uint8Array[] = []
  let written = 0
  let entries = 0
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    waiting.push(chunk)
  })
  const flush = async () => {
    const chunks = waiting
    waiting = []
    for (const chunk of chunks) {
      written += chunk.length
      if (written > mostBytes) throw tooLarge()
      await file.write(chunk)
    }
  }
  return {
    async *add({ name, at, content }) {
      entries += 1
      if (entries > mostEntries) throw tooLarge()
      const entry = new ZipPassThrough(name)
      entry.mtime = toZipMoment(at)
      zip.add(entry)
      for await (const piece of content) {
        const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
        // An empty piece would say nothing, and what was pushed is copied: the reader may use its memory again.
        if (bytes.length > 0) entry.push(Uint8Array.from(bytes))
        await flush()
        yield bytes.length
      }
      entry.push(new Uint8Array(), true)
      await flush()
    },
    async end() {
      zip.end()
      await flush()
    },
  }
}

export function tooLarge(): ApiError {
  const message = 'This is more than one zip can hold: 4 GB, or 65,535 files. Export fewer items at once.'
  return new ApiError('FAILED_PRECONDITION', message, { param: 'ids' })
}

/** Zip knows the years from 1980 to 2099. */
function toZipMoment(at: number): number {
  return Math.min(Math.max(at, Date.UTC(1980, 0, 2)), Date.UTC(2099, 11, 30))
}
