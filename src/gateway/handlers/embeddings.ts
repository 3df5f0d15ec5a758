// Text embeddings: splits a batch into single requests if the upstream has no batches (E14, decisions §9).

import { ApiError } from '#shared/schemas/api-error'
import { EmbedContentResponse } from '#shared/schemas/embedding'
import type { HttpBody, HttpResponse } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import { toBuffer } from '../bytes'
import { findElements } from '../json-strings'
import { type HandlerRequest, type Handlers, jsonResponse } from './handler'
import { isErrorResponse, readJson, requestUpstreamJson, toUpstreamRequest } from './upstream-request'

/** Concurrent requests for one batch. */
const concurrency = 4

type Embedding = EmbedContentResponse['embedding']

export const embeddings: Pick<Handlers, 'embedContent' | 'batchEmbedContents'> = {
  embedContent: (request) => requestUpstreamJson(request, toUpstreamRequest(request)),
  batchEmbedContents: (request) =>
    request.upstream.hasBatches
      ? requestUpstreamJson(request, toUpstreamRequest(request))
      : embedSingly(request),
}

/** Returns results in the order of the requests, or the first error response, which cancels the rest. */
async function embedSingly(request: HandlerRequest): Promise<HttpResponse> {
  const body = await readBody(request.body)
  const bytes = toBuffer(body)
  const requests = await findElements(bytes, 'requests')
  const batchAbort = new AbortController()
  const stop = (): void => batchAbort.abort()
  request.signal.addEventListener('abort', stop)
  const results: Embedding[] = []
  let errorResponse: HttpResponse | undefined
  let next = 0
  async function work(): Promise<void> {
    for (let index = next++; index < requests.length && !batchAbort.signal.aborted; index = next++) {
      const response = await embedOne(request, requests[index] ?? null, batchAbort.signal)
      if (isErrorResponse(response)) {
        errorResponse ??= response
        return batchAbort.abort()
      }
      results[index] = await readEmbedding(response)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, requests.length) }, work))
  } catch (error) {
    if (!errorResponse) throw error
  } finally {
    stop()
    request.signal.removeEventListener('abort', stop)
  }
  return errorResponse ?? jsonResponse({ embeddings: results })
}

function embedOne(request: HandlerRequest, body: HttpBody, signal: AbortSignal): Promise<HttpResponse> {
  const path = request.path.replace(/batchEmbedContents$/, 'embedContent')
  const { 'content-length': _, ...headers } = request.headers
  const query = request.query ? `?${request.query}` : ''
  return requestUpstreamJson(
    request,
    toUpstreamRequest(request, { path: path + query, headers, body, signal }),
  )
}

/** Bytes; 3,072 numbers take less than a tenth of a megabyte. */
const maxEmbedding = 4 * 1024 * 1024

async function readEmbedding(response: HttpResponse): Promise<Embedding> {
  const parsed = EmbedContentResponse.safeParse(await readJson(response.body, maxEmbedding, invalidEmbedding))
  if (parsed.success) return parsed.data.embedding
  throw invalidEmbedding()
}

function invalidEmbedding(): ApiError {
  return new ApiError(
    'UNAVAILABLE',
    "The provider returned a response that isn't an embedding. Check the base URL and the model.",
    { reason: 'connection' },
  )
}
