// Reads a request body as its route requires: validated JSON, a stream of bytes, or none.
import type { IncomingMessage } from 'node:http'
import { largeBody, notFormType, slowBody } from '#shared/endpoints/errors'
import { verbOf } from '#shared/endpoints/routes'
import { ApiError } from '#shared/schemas/api-error'
import type { HttpHeaders } from '#shared/wire/http'
import { joinChunks } from '../bytes'
import { checkModel } from '../handlers/models'
import { mayNameFiles, replaceGatewayFileUris } from '../handlers/replace-file-uris'
import { ChunkQueue } from '../outbound/chunk-queue'
import type { ValidateBody } from './body-thread'
import type { RouteMatch } from './find-route'
import type { RequestContext } from './request-context'
import { checkContentType, checkEncoding, quoteType } from './validate-body'

/** Sets the body of `context`, and its headers to match. Throws NOT_FOUND if the model does not have the method. */
export async function readRequest(
  context: RequestContext,
  { id, route, parameters }: RouteMatch,
  validateBody: ValidateBody,
): Promise<void> {
  const { clientHeaders, record } = context
  const { jsonBody: limit, requestBodyTimeout: idleTimeout } = context.limits
  const model = parameters.model ?? ''
  const verb = verbOf(route)
  if (verb) checkModel(model, verb, context)
  if (route.body === 'multipart') {
    checkFormType(clientHeaders['content-type'])
    context.body = streamBody(context, idleTimeout)
  } else if (route.body === 'bytes') {
    checkEncoding(clientHeaders)
    if (hasBody(clientHeaders)) context.body = streamBody(context, idleTimeout)
  } else if (route.body === 'json') {
    checkContentType(clientHeaders)
    requestBody(context)
    const received = await readLimitedBody(context.incoming, limit, idleTimeout)
    const translatesFor =
      route.dialect === 'openai' && !context.upstream.speaksOpenAi ? context.models : undefined
    const validated = validateBody(received, { route: id, model, translatesFor })
    const { bytes, endpoint, namedModel, call, error } =
      validated instanceof Promise ? await validated : validated
    record.addRequestChunk(bytes)
    record.endpoint = endpoint
    if (namedModel !== undefined) record.setModel(namedModel)
    if (error) throw error
    context.namedModel = namedModel ?? ''
    context.call = call
    context.body = verb && mayNameFiles(bytes) ? await replaceGatewayFileUris(bytes, context) : bytes
    if (context.body !== bytes) context.headers = withoutLength(context.headers)
  }
}

function withoutLength({ 'content-length': _, ...headers }: HttpHeaders): HttpHeaders {
  return headers
}

function hasBody(headers: HttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Responds to `Expect: 100-continue` only when the body is needed, so that a rejected one is never sent. */
function requestBody({ clientHeaders, outgoing, common }: RequestContext): void {
  if (clientHeaders.expect === undefined) return
  outgoing.writeContinue()
  delete common.connection
}

/** Nothing is read, and the client is not asked for the body, before the first chunk is needed. */
function streamBody(context: RequestContext, idleTimeout: number): AsyncIterable<Uint8Array> {
  const { incoming, record } = context
  return {
    [Symbol.asyncIterator]: () => {
      const fail = (): void => queue.fail(requestTimedOut(idleTimeout))
      let timer = setTimeout(fail, idleTimeout)
      const read = (chunk: Buffer): void => {
        timer.refresh()
        record.addStreamedChunk(chunk)
        if (queue.push(chunk, resume)) return
        // The upstream is slow, not the client.
        clearTimeout(timer)
        incoming.pause()
      }
      const resume = (): void => {
        timer = setTimeout(fail, idleTimeout)
        incoming.resume()
      }
      // The request is not destroyed, because its response goes out over the same socket.
      const queue = new ChunkQueue(() => {
        clearTimeout(timer)
        incoming.off('data', read)
        incoming.pause()
      })
      incoming.on('end', () => queue.end())
      incoming.on('close', () => {
        clearTimeout(timer)
        queue.fail(clientAborted())
      })
      incoming.on('error', () => queue.fail(clientAborted()))
      incoming.on('data', read)
      requestBody(context)
      return queue
    },
  }
}

function checkFormType(type: string | undefined): void {
  if (!type?.toLowerCase().startsWith('multipart/form-data')) throw notFormType(quoteType(type))
}

/** `limit` in bytes; `idleTimeout` in milliseconds without a byte. */
async function readLimitedBody(
  incoming: IncomingMessage,
  limit: number,
  idleTimeout: number,
): Promise<Uint8Array> {
  const contentLength = Number(incoming.headers['content-length'] ?? 0)
  if (contentLength > limit) throw largeBody(limit, contentLength)
  // A small body has usually arrived together with its head, and Node has read it before the next microtask.
  await undefined
  if (contentLength > 0 && incoming.readableLength === contentLength) return readReceived(incoming)
  return await collectBody(incoming, limit, idleTimeout)
}

/** Without the timer and the events of a body that is still to arrive. */
function readReceived(incoming: IncomingMessage): Uint8Array {
  const body: Buffer = incoming.read()
  // Lets the request end.
  incoming.resume()
  return body
}

function collectBody(incoming: IncomingMessage, limit: number, idleTimeout: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const timer = setTimeout(() => reject(requestTimedOut(idleTimeout)), idleTimeout)
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length
      timer.refresh()
      if (length <= limit) chunks.push(chunk)
      else {
        chunks.length = 0
        reject(largeBody(limit, length))
      }
    })
    incoming.on('close', () => clearTimeout(timer))
    incoming.on('end', () => {
      clearTimeout(timer)
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : joinChunks(chunks, length))
    })
    incoming.on('error', () => reject(clientAborted()))
  })
}

/** Never sent, because the client has disconnected. */
function clientAborted(): ApiError {
  return new ApiError('CANCELLED', 'The client closed the request.')
}

function requestTimedOut(idleTimeout: number): ApiError {
  return slowBody(Math.round(idleTimeout / 1000))
}

const maxDrainedBytes = 64 * 1024 * 1024
const maxDrainMs = 3000

/**
 * Keeps reading, within limits, after a response to an incomplete request: closing immediately would lose the response.
 * Resolves when the request has ended, complete or not.
 */
export function drainRequest(incoming: IncomingMessage): Promise<void> {
  if (incoming.complete || incoming.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let bytes = 0
    const destroy = (): void => {
      incoming.socket.destroy()
    }
    const timer = setTimeout(destroy, maxDrainMs).unref()
    const settle = (): void => {
      clearTimeout(timer)
      resolve()
    }
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxDrainedBytes) destroy()
    })
    incoming.on('end', settle)
    incoming.on('close', settle)
    incoming.on('error', settle)
    incoming.resume()
  })
}
