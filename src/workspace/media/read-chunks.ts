// Reads a file chunk by chunk, and opens it only when somebody begins to read.
import { createReadStream } from 'node:fs'

interface ByteSpan {
  readonly start: number
  /** Inclusive. */
  readonly end: number
}

/** A stream without a reader would raise an uncaught error for a file that cannot be opened, and hold one that can. */
export async function* readChunks(
  path: string,
  span?: ByteSpan,
): AsyncGenerator<Uint8Array, void, undefined> {
  const stream: AsyncIterable<Buffer> = createReadStream(path, span)
  yield* stream
}
