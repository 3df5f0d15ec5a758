// Text embeddings: one text goes on as it came; a batch is made of single calls, where an upstream does not have batches (E14, decisions §9).
import { ApiError } from '#shared/schemas/api-error'
import { EmbedContentResponse } from '#shared/schemas/embedding'
import type { HttpBody, HttpResponse } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import { findElements } from '../json-strings'
import { type HandlerRequest, type Handlers, jsonResponse } from './handler'
import { isErrorResponse, readJson, requestUpstreamJson, toUpstreamRequest } from './upstream-request'

/** Single calls under way at once for one batch. */
const concurrency = 4

type Embedding = EmbedContentResponse['embedding']

export const embeddings: Pick<Handlers, 'embedContent' | 'batchEmbedContents'> = {
  embedContent: (call) => requestUpstreamJson(call, toUpstreamRequest(call)),
  batchEmbedContents: (call) =>
    call.upstream.hasBatches ? requestUpstreamJson(call, toUpstreamRequest(call)) : embedSingly(call),
}

/** Results in the order of the requests; the first refusal is the batch's, and ends the rest. */
async function embedSingly(call: HandlerRequest): Promise<HttpResponse> {
  const body = await readBody(call.body)
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const requests = await findElements(bytes, 'requests')
  const whole = new AbortController()
  const stop = (): void => whole.abort()
  call.signal.addEventListener('abort', stop)
  const results: Embedding[] = []
  let refusal: HttpResponse | undefined
  let next = 0
  async function work(): Promise<void> {
    for (let index = next++; index < requests.length && !whole.signal.aborted; index = next++) {
      const answer = await embedOne(call, requests[index] ?? null, whole.signal)
      if (isErrorResponse(answer)) {
        refusal ??= answer
        return whole.abort()
      }
      results[index] = await readEmbedding(answer)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, requests.length) }, work))
  } catch (error) {
    if (!refusal) throw error
  } finally {
    stop()
    call.signal.removeEventListener('abort', stop)
  }
  return refusal ?? jsonResponse({ embeddings: results })
}

function embedOne(call: HandlerRequest, body: HttpBody, signal: AbortSignal): Promise<HttpResponse> {
  const path = call.path.replace(/batchEmbedContents$/, 'embedContent')
  const { 'content-length': _, ...headers } = call.headers
  const query = call.query ? `?${call.query}` : ''
  return requestUpstreamJson(call, toUpstreamRequest(call, { path: path + query, headers, body, signal }))
}

/** Bytes; 3,072 numbers take less than a tenth of a megabyte. */
const maxEmbedding = 4 * 1024 * 1024

async function readEmbedding(answer: HttpResponse): Promise<Embedding> {
  const parsed = EmbedContentResponse.safeParse(await readJson(answer.body, maxEmbedding, noEmbedding))
  if (parsed.success) return parsed.data.embedding
  throw noEmbedding()
}

function noEmbedding(): ApiError {
  return new ApiError(
    'UNAVAILABLE',
    "The provider returned a response that isn't an embedding. Check the base URL and the model.",
    { reason: 'connection' },
  )
}
