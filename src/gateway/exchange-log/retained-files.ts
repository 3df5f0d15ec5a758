// Retains the media of a request and its response until it has ended, within limits, and shares them with the log's thread.
import { type BodyMark, formatMark } from '#shared/exchange/body-marks'
import type { ExchangeFile } from '#shared/schemas/exchange'

/** Bytes on the wire that are retained of a request and its response, and of all in a short time. */
const maxBytes = 32 * 1_048_576
const maxLevel = 64 * 1_048_576

/** Smaller chunks are copied, because each might retain a whole read buffer of its socket. */
const minSharedLength = 16_384

/** Bytes of the first and of the other blocks of a stream. */
const firstBlock = 65_536
const otherBlocks = 1_048_576

/** Copying all media of a busy gateway would take much of its time. More than this is logged by its size. */
const bytesPerMs = (12 * 1_048_576) / 1000

/** Limits the bytes that a gateway retains for all requests. */
export class MediaBudget {
  #heldBytes = 0
  /** Bytes of the last seconds, less what the rate allows again. */
  #level = 0
  #measuredAt = 0

  /** Returns false if the bytes must not be retained. */
  reserve(bytes: number): boolean {
    const now = performance.now()
    this.#level = Math.max(0, this.#level - (now - this.#measuredAt) * bytesPerMs)
    this.#measuredAt = now
    if (Math.max(this.#heldBytes, this.#level) + bytes > maxLevel) return false
    this.#heldBytes += bytes
    this.#level += bytes
    return true
  }

  release(bytes: number): void {
    this.#heldBytes -= bytes
  }
}

interface Run {
  readonly isBase64: boolean
  /** A text has one byte per character. Null if the bytes are not retained. */
  chunks: (Uint8Array | string)[] | null
  length: number
}

/** Positions in a stream; the end is exclusive. */
interface Span {
  readonly start: number
  readonly end: number
}

/** The files of one request and its response. */
export class RetainedFiles {
  readonly #id: string
  readonly #budget: MediaBudget | undefined
  readonly #runs: Run[] = []
  #reserved = 0

  /** `id`: random, so that no text in a body can be mistaken for a reference to a file. Without a budget, nothing is retained. */
  constructor(id: string, budget?: MediaBudget) {
    this.#id = id
    this.#budget = budget
  }

  /** Starts a run of Base64 whose chunks follow. */
  startRun(): Run {
    return { isBase64: true, chunks: this.#budget ? [] : null, length: 0 }
  }

  /** The bytes must not change afterwards. */
  addTo(run: Run, chunk: Uint8Array | string): void {
    run.length += chunk.length
    if (run.chunks === null) return
    if (!this.reserve(chunk.length)) run.chunks = null
    else run.chunks.push(isSmall(chunk) ? Buffer.from(chunk) : chunk)
  }

  /** Returns the text that the log has in place of the run. */
  endRun(run: Run): string {
    const mark = { kind: 'base64', length: run.length, mimeType: '' } as const
    if (run.chunks === null) return formatMark({ ...mark, hash: null })
    this.#runs.push(run)
    return this.#toReference(mark, this.#runs.length - 1)
  }

  /** Adds the start of a run that was found only after its end. Returns its new mark. */
  extendRun(reference: string | undefined, start: string, length: number): string {
    const mark = { kind: 'base64', length: start.length + length, mimeType: '' } as const
    const index = reference === undefined ? -1 : Number(reference.split('/')[1])
    const run = this.#runs[index]
    if (!run) return formatMark({ ...mark, hash: null })
    run.chunks?.unshift(start)
    run.length += start.length
    return this.#toReference(mark, index)
  }

  /** Retains a body that passes as bytes. */
  openStream(): RetainedStream {
    return new RetainedStream(this.#budget ? this : undefined)
  }

  /** Returns the text in place of the bytes between two positions, or of the whole body. */
  addStream(stream: RetainedStream, mimeType: string, span: Span = { start: 0, end: stream.length }): string {
    const { start, end } = span
    const mark = {
      kind: 'bytes',
      length: end - start,
      mimeType: mimeType.replace(/[<>]|, SHA.*/g, ''),
    } as const
    const chunks = stream.slice(span)
    if (chunks === null || end === start) return formatMark({ ...mark, hash: null })
    this.#runs.push({ isBase64: false, chunks, length: end - start })
    return this.#toReference(mark, this.#runs.length - 1)
  }

  reserve(bytes: number): boolean {
    if (this.#reserved + bytes > maxBytes || !this.#budget?.reserve(bytes)) return false
    this.#reserved += bytes
    return true
  }

  /** Returns all files, in memory that threads can share. */
  finish(): ExchangeFile[] {
    return this.#runs.flatMap(({ isBase64, chunks, length }, index): ExchangeFile[] => {
      if (chunks === null) return []
      const shared = isBase64 ? [share(chunks, length)] : chunks.filter((chunk) => typeof chunk !== 'string')
      return [{ reference: `${this.#id}/${index}`, isBase64, chunks: shared }]
    })
  }

  /** Must be called for each request, logged or not. */
  release(): void {
    this.#budget?.release(this.#reserved)
    this.#reserved = 0
    this.#runs.length = 0
  }

  #toReference(mark: Omit<BodyMark, 'hash'>, index: number): string {
    return `${formatMark({ ...mark, hash: null }).slice(0, -1)}, file ${this.#id}/${index}>`
  }
}

/** Has no state, so that all requests without files can share it. */
export const retainNone = new RetainedFiles('')

/** A body that is copied while it passes, so that its end takes no longer than any other chunk. */
export class RetainedStream {
  length = 0
  readonly #files: RetainedFiles | undefined
  #blocks: Uint8Array[] | null
  #used = 0

  constructor(files: RetainedFiles | undefined) {
    this.#files = files
    this.#blocks = files ? [] : null
  }

  add(chunk: Uint8Array): void {
    this.length += chunk.length
    if (!this.#blocks) return
    if (!this.#files?.reserve(chunk.length)) {
      this.#blocks = null
      return
    }
    for (let at = 0; at < chunk.length; ) {
      let block = this.#blocks.at(-1)
      if (!block || this.#used === block.length) {
        const size = this.#blocks.length === 0 ? firstBlock : otherBlocks
        block = new Uint8Array(new SharedArrayBuffer(size))
        this.#blocks.push(block)
        this.#used = 0
      }
      const part = chunk.subarray(at, at + block.length - this.#used)
      block.set(part, this.#used)
      this.#used += part.length
      at += part.length
    }
  }

  /** Null if the bytes were not retained. */
  slice({ start, end }: Span): Uint8Array[] | null {
    let at = 0
    return (
      this.#blocks?.flatMap((block) => {
        const part = block.subarray(Math.max(0, start - at), Math.max(0, end - at))
        at += block.length
        return part.length === 0 ? [] : [part]
      }) ?? null
    )
  }
}

function isSmall(chunk: Uint8Array | string): chunk is Uint8Array {
  return typeof chunk !== 'string' && chunk.length < minSharedLength
}

function share(chunks: readonly (Uint8Array | string)[], length: number): Uint8Array {
  const shared = Buffer.from(new SharedArrayBuffer(length))
  let at = 0
  for (const chunk of chunks) {
    if (typeof chunk === 'string') shared.write(chunk, at, 'latin1')
    else shared.set(chunk, at)
    at += chunk.length
  }
  return shared
}

/** Bytes of a form before and after its file that the log can have. */
const maxFraming = 65_536

/**
 * Finds the file in a form, and returns the form's bytes around it as text. `bytes`: the size of the form's only file.
 * Undefined if the form is incomplete, or was not retained.
 */
export function findFormFile(stream: RetainedStream, bytes: number | undefined) {
  const head = readText(stream, { start: 0, end: maxFraming }, 'latin1')
  const header = head?.search(/content-disposition:[^\r\n]*;\s*filename\*?=/i) ?? -1
  if (!head || header < 0 || bytes === undefined) return undefined
  const blank = head.indexOf('\r\n\r\n', header)
  const start = blank + 4
  const end = start + bytes
  if (blank < 0 || stream.length - end > maxFraming) return undefined
  const before = readText(stream, { start: 0, end: start })
  const after = readText(stream, { start: end, end: stream.length })
  if (before === undefined || !after?.startsWith('\r\n--')) return undefined
  const part = head.slice(head.lastIndexOf('\r\n--', header), blank)
  const mimeType = /\r\ncontent-type:\s*([^\r\n;]*)/i.exec(part)?.[1] ?? ''
  return { before, after, mimeType, span: { start, end } }
}

function readText(stream: RetainedStream, span: Span, encoding: BufferEncoding = 'utf8'): string | undefined {
  const chunks = stream.slice(span)
  return chunks ? Buffer.concat(chunks).toString(encoding) : undefined
}
