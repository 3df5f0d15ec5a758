// Reads a file chunk by chunk, and opens it only when somebody begins to read.
import { createReadStream } from 'node:fs'

/** A stream that nobody reads yet would tell the whole program of a file that cannot be opened, and hold one that can. */
export async function* readChunks(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const stream: AsyncIterable<Buffer> = createReadStream(path)
  yield* stream
}
