// Text embeddings: splits a batch into single requests if the upstream has no batches (E14, decisions §9).

import { unusableResponse } from '#shared/endpoints/errors'
import type { ApiError } from '#shared/schemas/api-error'
import { EmbedContentResponse } from '#shared/schemas/gemini-requests'
import type { HttpBody, HttpResponse, RequestSignal } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import { toBuffer } from '../bytes'
import { findElements } from '../json-strings'
import { type HandlerRequest, type Handlers, jsonResponse } from './handler'
import { sendSeveral } from './several-requests'
import { readJson, requestUpstreamJson, toUpstreamRequest } from './upstream-request'

type Embedding = EmbedContentResponse['embedding']

export const embeddings: Pick<Handlers, 'embedContent' | 'batchEmbedContents'> = {
  embedContent: (request) => requestUpstreamJson(request, toUpstreamRequest(request)),
  batchEmbedContents: (request) =>
    request.upstream.hasBatches
      ? requestUpstreamJson(request, toUpstreamRequest(request))
      : embedSingly(request),
}

async function embedSingly(request: HandlerRequest): Promise<HttpResponse> {
  const body = await readBody(request.body)
  const requests = await findElements(toBuffer(body), 'requests')
  const { results, errorResponse } = await sendSeveral({
    count: requests.length,
    signal: request.signal,
    send: (index, signal) => embedOne(request, requests[index] ?? null, signal),
    read: readEmbedding,
  })
  return errorResponse ?? jsonResponse({ embeddings: results })
}

function embedOne(request: HandlerRequest, body: HttpBody, signal: RequestSignal): Promise<HttpResponse> {
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
  return unusableResponse(
    "The provider returned a response that isn't an embedding. Check the base URL and the model.",
  )
}
