// Writes a response at the pace its client reads: whole, streamed, or as server-sent events or a JSON array (decisions §5).
import type { ServerResponse } from 'node:http'
import { ApiError, toGeminiBody } from '#shared/schemas/api-error'
import type { Answer, Headers } from '#shared/wire/call'
import type { EventsAnswer } from '../handlers/handler'

/** Told what goes out, for the exchange log. */
export interface Tap {
  readonly noteHead: (headers: Headers) => void
  readonly noteChunk: (chunk: Uint8Array) => void
  readonly noteEvent: (document: string) => void
  readonly noteError: (message: string) => void
}

const streamHeaders = { 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' } as const

/** Documents that arrived together leave together, in writes of about this many characters. */
const batch = 65_536

interface Writing {
  /** Headers of every answer of this call. */
  readonly common: Headers
  readonly tap: Tap
  /** Milliseconds without any progress after which a caller that does not read is given up; 0 waits for ever. */
  readonly idleTimeout: number
  /** The answer has gone out whole; the connection may close only after this. */
  readonly beforeEnd?: (() => Promise<void>) | undefined
}

/** Never rejects: what fails after the first byte breaks the connection off. */
export async function writeAnswer(
  outgoing: ServerResponse,
  answer: Answer | EventsAnswer,
  writing: Writing,
): Promise<void> {
  if ('events' in answer) return await writeEvents(outgoing, answer, writing)
  const { body } = answer
  if (body === null || body instanceof Uint8Array) return await writeWhole(outgoing, answer, writing)
  const headers = { ...answer.headers, ...writing.common }
  writeHead(outgoing, answer.status, { headers, tap: writing.tap })
  if (outgoing.req.method !== 'HEAD') return await pour(outgoing, body, writing)
  outgoing.end()
  await body[Symbol.asyncIterator]().return?.()
}

async function writeWhole(outgoing: ServerResponse, answer: Answer, writing: Writing): Promise<void> {
  const { common, tap, beforeEnd } = writing
  const bytes = answer.body instanceof Uint8Array ? answer.body : new Uint8Array()
  const length = answer.status === 204 ? {} : { 'content-length': String(bytes.length) }
  // Spreading several objects of any names into one costs ten times as much, for every call.
  const headers = Object.assign({}, answer.headers, common, length)
  writeHead(outgoing, answer.status, { headers, tap })
  if (bytes.length > 0) tap.noteChunk(bytes)
  if (!beforeEnd) {
    outgoing.end(bytes)
    limitWait(outgoing, writing)
    return
  }
  outgoing.write(bytes)
  await beforeEnd()
  outgoing.end()
}

function writeHead(outgoing: ServerResponse, status: number, head: { headers: Headers; tap: Tap }): void {
  try {
    outgoing.writeHead(status, head.headers)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_INVALID_CHAR') throw error
    outgoing.writeHead(status, toWritable(head.headers))
  }
  head.tap.noteHead(head.headers)
}

/** HTTP/1.1 has one byte for a character of a header: the answer counts for more than such a header. */
function toWritable(headers: Headers): Headers {
  const pairs = Object.entries(headers)
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')]),
  )
}

/**
 * Ends the connection of a caller that has stopped reading, and so the request upstream. Node counts every byte that
 * the caller takes as progress.
 */
function limitWait({ socket, writableLength }: ServerResponse, { idleTimeout }: Writing): void {
  if (writableLength > 0) socket?.setTimeout(idleTimeout)
}

async function pour(
  outgoing: ServerResponse,
  body: AsyncIterable<Uint8Array>,
  writing: Writing,
): Promise<void> {
  const { tap } = writing
  try {
    for await (const chunk of body) {
      if (outgoing.destroyed) return
      tap.noteChunk(chunk)
      if (!outgoing.write(chunk)) await drained(outgoing, writing)
    }
    outgoing.end()
    limitWait(outgoing, writing)
  } catch (error) {
    tap.noteError(toApiError(error).message)
    outgoing.destroy()
  }
}

async function writeEvents(outgoing: ServerResponse, answer: EventsAnswer, writing: Writing): Promise<void> {
  const { common, tap } = writing
  const framing = createFraming(answer.framing)
  const headers = { 'content-type': framing.contentType, ...streamHeaders, ...common }
  writeHead(outgoing, 200, { headers, tap })
  outgoing.flushHeaders()
  const writer = new BatchWriter(outgoing, writing)
  try {
    for await (const document of answer.events) {
      if (outgoing.destroyed) return
      tap.noteEvent(document)
      writer.add(framing.frame(document))
      if (await writer.blocked) await writer.blocked
    }
    writer.flush()
    outgoing.end(framing.end())
    limitWait(outgoing, writing)
  } catch (error) {
    writer.flush()
    tap.noteError(toApiError(error).message)
    breakOff(outgoing, framing, error)
    limitWait(outgoing, writing)
  }
}

/** Destroying at once would lose the error event; ending cleanly would pass for success (wire §3.4). */
function breakOff(outgoing: ServerResponse, framing: Framing, error: unknown): void {
  const text = framing.fail(toApiError(error))
  if (framing.breaksOff) outgoing.write(text, () => outgoing.destroy())
  else outgoing.end(text)
}

/** Gathers what is written within one turn of the event loop, so that a burst of documents costs one write. */
class BatchWriter {
  /** Pending while the caller does not read; wait for it before adding more. */
  blocked: Promise<void> | undefined
  readonly #outgoing: ServerResponse
  readonly #writing: Writing
  #waiting = ''

  constructor(outgoing: ServerResponse, writing: Writing) {
    this.#outgoing = outgoing
    this.#writing = writing
  }

  add(text: string): void {
    if (this.#waiting === '') process.nextTick(() => this.flush())
    this.#waiting += text
    if (this.#waiting.length >= batch) this.flush()
  }

  flush(): void {
    if (this.#waiting === '' || this.#outgoing.destroyed) return
    const text = this.#waiting
    this.#waiting = ''
    if (this.#outgoing.write(text)) return
    this.blocked = drained(this.#outgoing, this.#writing).then(() => {
      this.blocked = undefined
    })
  }
}

/** Resolves when the caller has read on, or is gone. */
function drained(outgoing: ServerResponse, writing: Writing): Promise<void> {
  if (outgoing.destroyed) return Promise.resolve()
  limitWait(outgoing, writing)
  return new Promise((resolve) => {
    const settle = (): void => {
      // An upstream that thinks for long is no reason to give up its caller.
      outgoing.socket?.setTimeout(0)
      outgoing.off('drain', settle)
      outgoing.off('close', settle)
      resolve()
    }
    outgoing.on('drain', settle)
    outgoing.on('close', settle)
  })
}

/** Anything but an `ApiError` is a mistake of this program; its text is not the caller's business. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  // Only an upstream's JSON is serialized again, which is recursive; parsing is not.
  if (error instanceof RangeError && error.message.includes('call stack'))
    return new ApiError(
      'UNAVAILABLE',
      'The response of the upstream is nested too deeply. Check the base URL.',
      {
        cause: error,
      },
    )
  return new ApiError('INTERNAL', 'The gateway failed at this call. This is a bug.', { cause: error })
}

interface Framing {
  readonly contentType: string
  readonly frame: (document: string) => string
  /** What stands after the last document. */
  readonly end: () => string
  /** The failure as the last thing that a caller reads. */
  readonly fail: (error: ApiError) => string
  /** Whether a failure breaks the connection, so that no caller takes it for the end. */
  readonly breaksOff: boolean
}

function createFraming(kind: 'sse' | 'array'): Framing {
  return kind === 'sse' ? eventFraming : createArrayFraming()
}

const eventFraming: Framing = {
  contentType: 'text/event-stream; charset=utf-8',
  frame: toEvent,
  end: () => '',
  fail: (error) => toEvent(toErrorText(error)),
  breaksOff: true,
}

function toEvent(document: string): string {
  return `data: ${document}\n\n`
}

function createArrayFraming(): Framing {
  let opening = '['
  const frame = (document: string): string => {
    const framed = opening + document
    opening = ',\r\n'
    return framed
  }
  return {
    contentType: 'application/json; charset=utf-8',
    frame,
    end: () => (opening === '[' ? '[]' : ']'),
    fail: (error) => `${frame(toErrorText(error))}]`,
    breaksOff: false,
  }
}

/** With its details: they say when a retry makes sense. */
function toErrorText(error: ApiError): string {
  return JSON.stringify({ error: { ...toGeminiBody(error).error, source: error.source } })
}
