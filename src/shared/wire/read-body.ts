// Reads a body completely, as a stream, or not at all.
import { ApiError } from '../schemas/api-error'
import type { HttpBody, HttpResponse } from './http'

/** Reads at most `limit` bytes; throws the error of `onTooLarge` for a longer body. */
export async function readBody(
  body: HttpBody,
  limit = Number.POSITIVE_INFINITY,
  onTooLarge?: () => Error,
): Promise<Uint8Array> {
  if (body === null) return new Uint8Array()
  if (body instanceof Uint8Array) return body
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > limit)
      throw onTooLarge?.() ?? new RangeError(`The body is longer than ${limit.toLocaleString('en')} bytes.`)
    chunks.push(chunk)
  }
  return joinBytes(chunks, length)
}

function joinBytes(chunks: readonly Uint8Array[], length: number): Uint8Array {
  if (chunks.length === 1 && chunks[0]) return chunks[0]
  const whole = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}

/** Returns a stream unchanged: another generator around it would slow down every chunk. */
export function streamBody(body: HttpBody): AsyncIterable<Uint8Array> {
  return body === null || body instanceof Uint8Array ? streamBytes(body) : body
}

async function* streamBytes(bytes: Uint8Array | null): AsyncGenerator<Uint8Array, void, undefined> {
  if (bytes) yield bytes
}

/** A body, and whether it is a stream of server-sent events. */
interface Detected {
  readonly areEvents: boolean
  readonly body: HttpBody
}

/**
 * Events are known by their content type, or else by their first bytes: some servers send them as `text/plain`. By then they
 * have been generated, and billed.
 */
export async function detectEvents({
  headers,
  body,
}: Pick<HttpResponse, 'headers' | 'body'>): Promise<Detected> {
  // The first byte of a labeled stream may take minutes, and its head must not wait for it.
  if (/^text\/event-stream\b/i.test(headers['content-type'] ?? 'text/event-stream'))
    return { areEvents: true, body }
  const chunks = streamBody(body)[Symbol.asyncIterator]()
  const read: Uint8Array[] = []
  let start = ''
  // The name of a field may be cut.
  while (/^[a-z]{0,5}$/.test(start)) {
    const step = await chunks.next()
    if (step.done) break
    read.push(step.value)
    start = (start + new TextDecoder('latin1').decode(step.value.subarray(0, 64))).replace(blankStart, '')
  }
  return { areEvents: /^(?:data|event|id|retry)?:/.test(start), body: resume(read, chunks) }
}

/** Whitespace, and a byte order mark. */
const blankStart = /^(?:\u00EF\u00BB\u00BF|\s)+/

async function* resume(
  read: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* read
    for (let step = await rest.next(); !step.done; step = await rest.next()) yield step.value
  } finally {
    await rest.return?.()
  }
}

/** Aborts the exchange if the body is still being sent, unless its end is about to arrive. */
export async function discardBody(body: HttpBody): Promise<void> {
  if (body !== null && !(body instanceof Uint8Array)) await body[Symbol.asyncIterator]().return?.()
}

export async function readText(body: HttpBody): Promise<string> {
  return new TextDecoder().decode(await readBody(body))
}

/** The body of an error response is never longer than this. */
const maxErrorBytes = 1_048_576

/** Returns nothing if the body is too long or incomplete. Rejects with CANCELLED if the client has disconnected. */
export async function readErrorBytes(body: HttpBody): Promise<Uint8Array> {
  try {
    return await readBody(body, maxErrorBytes)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'CANCELLED') throw error
    return new Uint8Array()
  }
}

/** Whether the bytes are UTF-8 without a null character. They may end within a character. */
export function isText(head: Uint8Array): boolean {
  if (head.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}
