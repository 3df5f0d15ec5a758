// Writes the form of a transcription: its fields, and last its file, which flows from the disk and is never held whole.
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { ApiError } from '#shared/schemas/api-error'
import type { Headers } from '#shared/wire/call'

export interface SoundFile {
  readonly path: string
  /** As it goes out. */
  readonly name: string
  readonly mimeType: string
  readonly bytes: number
}

export interface Form {
  /** In their order. */
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly file: SoundFile
  /** Told of each piece of the file as it goes out: bytes of it so far. */
  readonly onSent?: (bytes: number) => void
}

interface WrittenForm {
  /** With the exact length. */
  readonly headers: Headers
  readonly body: AsyncIterable<Uint8Array>
}

/** What is held of the file at once: the pool, the stream's own buffer, and the piece on its way. */
const pieceLength = 65_536

export function writeForm({ fields, file, onSent = () => {} }: Form): WrittenForm {
  const boundary = `form-${randomBytes(18).toString('hex')}`
  const head = Buffer.from(
    [...fields.map(([name, value]) => writeField(boundary, name, value)), beginFile(boundary, file)].join(''),
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  async function* flow(): AsyncGenerator<Uint8Array, void, undefined> {
    yield head
    let sent = 0
    for await (const piece of readFile(file)) {
      yield piece
      sent += piece.length
      onSent(sent)
    }
    yield tail
  }
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + file.bytes + tail.length),
    },
    body: flow(),
  }
}

/** Never another length than was announced: a file that has changed meanwhile breaks off here. */
async function* readFile({ path, name, bytes }: SoundFile): AsyncGenerator<Buffer, void, undefined> {
  let left = bytes
  const stream: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: pieceLength })
  for await (const piece of stream) {
    if (piece.length > left) throw changed(name)
    left -= piece.length
    yield piece
  }
  if (left > 0) throw changed(name)
}

function changed(name: string): ApiError {
  return new ApiError('FAILED_PRECONDITION', `${name} was changed while it was being sent.`)
}

function writeField(boundary: string, name: string, value: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"\r\n\r\n${value}\r\n`
}

function beginFile(boundary: string, { name, mimeType }: SoundFile): string {
  const disposition = `form-data; name="file"; filename="${escapeName(name)}"`
  return `--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${mimeType}\r\n\r\n`
}

/** As browsers write it. */
function escapeName(name: string): string {
  return name.replace(/\r\n|\r|\n/g, '%0D%0A').replace(/"/g, '%22')
}
