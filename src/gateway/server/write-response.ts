// Writes a response with backpressure: whole, streamed, as server-sent events or as a JSON array (decisions §5).

import type { ServerResponse } from 'node:http'
import { toApiError } from '#shared/endpoints/errors'
import { type ApiError, toGeminiBody, toOpenAiBody } from '#shared/schemas/api-error'
import {
  type HttpHeaders,
  type HttpResponse,
  ignoredFieldsHeader,
  upstreamModelHeader,
} from '#shared/wire/http'
import { discardBody } from '#shared/wire/read-body'
import { toBuffer } from '../bytes'
import type { EventStreamResponse } from '../handlers/handler'
import type { EventBatch } from '../scan-events'
import type { RequestContext } from './request-context'

const streamHeaders = { 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' } as const

/** Bytes of a body that is written together with its head. */
const maxJoined = 16_384

interface WriteOptions {
  /** Milliseconds without progress after which a client that does not read is disconnected; 0 waits forever. */
  readonly idleTimeout: number
  /** Called when the response is written; the connection may close only after this. */
  readonly beforeEnd?: (() => Promise<void>) | undefined
}

/** Never rejects: an error after the first byte aborts the connection. */
export function writeResponse(
  context: RequestContext,
  response: HttpResponse | EventStreamResponse,
  options: WriteOptions,
): Promise<void> | undefined {
  if ('events' in response) return writeEvents(context, response, options)
  const { body } = response
  return body === null || body instanceof Uint8Array
    ? writeWhole(context, response, options)
    : writeStream(context, { ...response, body }, options)
}

/** Returns a promise only if the response must wait for the rest of the request. */
function writeWhole(
  context: RequestContext,
  response: HttpResponse,
  options: WriteOptions,
): Promise<void> | undefined {
  const { outgoing, common, record } = context
  const bytes = response.body instanceof Uint8Array ? response.body : new Uint8Array()
  const length = response.status === 204 ? {} : { 'content-length': String(bytes.length) }
  // For every request: spreading several objects of unknown shape takes ten times as long.
  writeHead(context, response.status, Object.assign({}, response.headers, common, length))
  if (bytes.length > 0) record.addResponseChunk(bytes)
  if (!options.beforeEnd) {
    endWith(outgoing, bytes)
    limitWait(outgoing, options)
    return undefined
  }
  outgoing.write(bytes)
  return options.beforeEnd().then(() => void outgoing.end())
}

/** Node joins the head with a string, but writes bytes apart from it, which takes longer than this copy. */
function endWith(outgoing: ServerResponse, bytes: Uint8Array): void {
  if (bytes.length === 0 || bytes.length > maxJoined) outgoing.end(bytes)
  else outgoing.end(toBuffer(bytes).toString('latin1'), 'latin1')
}

async function writeStream(
  context: RequestContext,
  { status, headers, body }: HttpResponse & { readonly body: AsyncIterable<Uint8Array> },
  options: WriteOptions,
): Promise<void> {
  const { outgoing, common } = context
  writeHead(context, status, { ...headers, ...common })
  if (outgoing.req.method !== 'HEAD') return await pipeBody(context, body, options)
  outgoing.end()
  await discardBody(body)
}

function writeHead({ outgoing, record }: RequestContext, status: number, headers: HttpHeaders): void {
  try {
    outgoing.writeHead(status, headers)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_INVALID_CHAR') throw error
    outgoing.writeHead(status, toWritable(headers))
  }
  record.setResponseHeaders(headers)
}

/** Replaces characters that HTTP/1.1 headers cannot have: the response matters more than such a header. */
function toWritable(headers: HttpHeaders): HttpHeaders {
  const pairs = Object.entries(headers)
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')]),
  )
}

/**
 * Closes the connection of a client that has stopped reading, and with it the upstream request. Node counts every byte
 * that the client reads as progress.
 */
function limitWait({ socket, writableLength }: ServerResponse, { idleTimeout }: WriteOptions): void {
  if (writableLength > 0) socket?.setTimeout(idleTimeout)
}

async function pipeBody(
  { outgoing, record }: RequestContext,
  body: AsyncIterable<Uint8Array>,
  options: WriteOptions,
): Promise<void> {
  try {
    for await (const chunk of body) {
      if (outgoing.destroyed) return
      record.addResponseChunk(chunk)
      if (!outgoing.write(chunk)) await drained(outgoing, options)
    }
    outgoing.end()
    limitWait(outgoing, options)
  } catch (error) {
    record.setError(toApiError(error).message)
    outgoing.destroy()
  }
}

const forwardedWithStreams = new Set([
  ignoredFieldsHeader,
  upstreamModelHeader,
  'openai-processing-ms',
  'x-request-id',
])

/** Keeps the headers that are not about the framing, which the gateway writes itself. */
function selectStreamHeaders(headers: HttpHeaders): HttpHeaders {
  const selected = Object.entries(headers).filter(
    ([name]) => forwardedWithStreams.has(name) || name.startsWith('x-ratelimit-'),
  )
  return Object.fromEntries(selected)
}

async function writeEvents(
  context: RequestContext,
  response: EventStreamResponse,
  options: WriteOptions,
): Promise<void> {
  const { outgoing, common, record } = context
  const framing = createFraming(response.framing)
  writeHead(context, 200, {
    'content-type': framing.contentType,
    ...streamHeaders,
    ...selectStreamHeaders(response.headers),
    ...common,
  })
  outgoing.flushHeaders()
  try {
    for await (const batch of response.events) {
      if (outgoing.destroyed) return
      record.addEvents(batch)
      if (!outgoing.write(framing.frame(batch))) await drained(outgoing, options)
    }
    outgoing.end(framing.end())
    limitWait(outgoing, options)
  } catch (error) {
    record.setError(toApiError(error).message)
    abortStream(outgoing, framing, error)
    limitWait(outgoing, options)
  }
}

/** Destroying immediately would lose the error event; ending cleanly would look like success (wire §3.4). */
function abortStream(outgoing: ServerResponse, framing: Framing, error: unknown): void {
  const text = framing.fail(toApiError(error))
  if (framing.breaksConnection) outgoing.write(text, () => outgoing.destroy())
  else outgoing.end(text)
}

/** Resolves when the client has resumed reading or disconnected. */
function drained(outgoing: ServerResponse, options: WriteOptions): Promise<void> {
  if (outgoing.destroyed) return Promise.resolve()
  limitWait(outgoing, options)
  return new Promise((resolve) => {
    const settle = (): void => {
      // While the upstream is slow, the client must not time out.
      outgoing.socket?.setTimeout(0)
      outgoing.off('drain', settle)
      outgoing.off('close', settle)
      resolve()
    }
    outgoing.on('drain', settle)
    outgoing.on('close', settle)
  })
}

type Framing = ReturnType<typeof createFraming>

/** Formats the events of a stream, its end, and a final error. */
function createFraming(kind: EventStreamResponse['framing']) {
  if (kind !== 'array')
    return {
      contentType: 'text/event-stream; charset=utf-8',
      frame: ({ frames }: EventBatch) => frames,
      end: () => '',
      fail: (error: ApiError) =>
        `data: ${toErrorText(error, kind === 'openai' ? toOpenAiBody : toGeminiBody)}\n\n`,
      /** An error closes the connection abnormally, so that no client mistakes it for the end. */
      breaksConnection: true,
    }
  let opening = '['
  const append = (text: string): string => {
    const separated = opening + text
    opening = ',\r\n'
    return separated
  }
  return {
    contentType: 'application/json; charset=utf-8',
    frame: ({ documents }: EventBatch) => append(documents.join(',\r\n')),
    end: () => (opening === '[' ? '[]' : ']'),
    fail: (error: ApiError) => `${append(toErrorText(error, toGeminiBody))}]`,
    breaksConnection: false,
  }
}

/** Includes what an error response has in its headers, and the details, which say when to retry. */
function toErrorText(error: ApiError, toBody: (error: ApiError) => { readonly error: object }): string {
  const { source, reason } = error
  return JSON.stringify({ error: { ...toBody(error).error, source, reason } })
}
