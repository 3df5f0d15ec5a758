// Writes a file that arrives little by little to the disk, and says what it is.
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { ApiError } from '#shared/schemas/api-error'
import type { MediaType } from './media-signatures'
import { headLength, readFileType } from './media-type'

export interface ArrivingFile {
  readonly chunks: AsyncIterable<Uint8Array>
  /** As the user's file is named: tells the kind of a text, and is told in refusals. */
  readonly name: string
  /** Bytes that were announced: with less of them it was broken off. */
  readonly length: number
}

interface Received {
  /** SHA-256, in hexadecimal. */
  readonly hash: string
  readonly length: number
  readonly type: MediaType
}

/** Refused where no model reads such a file, where it is empty, and where it breaks off. The caller removes what was written. */
export async function receiveFile(path: string, file: ArrivingFile, signal: AbortSignal): Promise<Received> {
  const { name, length } = file
  const chunks = untilAborted(file.chunks, signal)
  const handle = await open(path, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    const { written, type } = await writeChunks(handle, {
      chunks,
      name,
      onChunk: (chunk) => hash.update(chunk),
    })
    if (written !== length) throw brokenOff(name, written, length)
    if (!type) throw new ApiError('INVALID_ARGUMENT', `${name} is empty.`)
    await handle.sync()
    return { hash: hash.digest('hex'), length, type }
  } finally {
    await handle.close()
  }
}

interface Writing extends Pick<ArrivingFile, 'chunks' | 'name'> {
  readonly onChunk: (chunk: Uint8Array) => void
}

async function writeChunks(handle: FileHandle, { chunks, name, onChunk }: Writing) {
  let head = Buffer.alloc(0)
  let written = 0
  for await (const chunk of chunks) {
    if (head.length < headLength) {
      head = Buffer.concat([head, chunk.subarray(0, headLength - head.length)])
      if (head.length === headLength) typeOf(head, name)
    }
    onChunk(chunk)
    await handle.writeFile(chunk)
    written += chunk.length
  }
  return { written, type: written > 0 ? typeOf(head, name) : undefined }
}

/** Whoever sends the chunks may never go on. */
async function* untilAborted(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal) {
  const iterator = chunks[Symbol.asyncIterator]()
  try {
    while (!signal.aborted) {
      const next = await orAborted(iterator.next(), signal)
      if (next.done) return
      yield next.value
    }
  } finally {
    void iterator.return?.()
  }
}

/** The listener goes with each piece: what waits for the signal holds the piece it raced against. */
async function orAborted<R>(awaited: Promise<R>, signal: AbortSignal): Promise<R> {
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([awaited, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function typeOf(head: Uint8Array, name: string): MediaType {
  const type = readFileType(head, name)
  if (type) return type
  const message = `${name} is neither a picture, sound, video, PDF nor text: models do not read such files.`
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', message)
}

function brokenOff(name: string, written: number, length: number): ApiError {
  return new ApiError('ABORTED', `${name} broke off after ${written} of ${length} bytes.`)
}
