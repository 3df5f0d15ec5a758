// Embeddings for OpenAI clients.
import { BatchEmbedContentsResponse, EmbedContentResponse } from '#shared/schemas/embedding'
import type { HttpResponse } from '#shared/wire/http'
import { maxBatch, toEmbeddingList } from '../../openai-dialect/embeddings'
import type { EmbeddingsCall } from '../../openai-dialect/translate-call'
import { toIgnoredHeaders } from '../../translation/ignored-fields'
import { type JsonObject, toNumber } from '../../translation/json-objects'
import { sumUsage } from '../../translation/usage'
import { type HandlerRequest, type Handlers, jsonResponse } from '../handler'
import { sendSeveral } from '../several-requests'
import { requestUpstreamJson } from '../upstream-request'
import { checkNamedModel, invalidResponse, readModelResponse, relayWhole, toModelRequest } from './model-call'

export const openAiEmbeddings: Pick<Handlers, 'createEmbeddings'> = {
  createEmbeddings: async (request) => {
    const { call } = request
    checkNamedModel(request, 'embedContent')
    return call?.type === 'embeddings' ? await embed(request, call) : await relayWhole(request)
  },
}

async function embed(
  request: HandlerRequest,
  { bodies, isBase64, ignored }: EmbeddingsCall,
): Promise<HttpResponse> {
  const isBatch = request.upstream.hasBatches === true && bodies.length > 1
  const calls = isBatch ? toBatches(bodies) : bodies
  const method = isBatch ? 'batchEmbedContents' : 'embedContent'
  // Every response is billed, even if another call fails.
  const usages: unknown[] = []
  const { results, errorResponse } = await sendSeveral({
    count: calls.length,
    signal: request.signal,
    send: (index, signal) => {
      const upstreamRequest = toModelRequest(request, method, calls[index] ?? Buffer.alloc(0))
      return requestUpstreamJson(request, { ...upstreamRequest, signal })
    },
    read: async (response) => {
      const body = await readModelResponse(response)
      usages.push(body.usageMetadata)
      request.record.setUsage(sumUsage(usages))
      return isBatch ? readBatch(body) : readOne(body)
    },
  })
  if (!results) return errorResponse
  const vectors = results.flat()
  if (vectors.length !== bodies.length) throw invalidResponse()
  const usage = sumUsage(usages)
  const tokens = toNumber(usage?.promptTokenCount) ?? toNumber(usage?.totalTokenCount) ?? 0
  const list = jsonResponse(toEmbeddingList(vectors, { model: request.namedModel, isBase64, tokens }))
  return { ...list, headers: { ...list.headers, ...toIgnoredHeaders(ignored) } }
}

function toBatches(bodies: readonly Uint8Array[]): readonly Uint8Array[] {
  const batches: Uint8Array[] = []
  for (let start = 0; start < bodies.length; start += maxBatch) {
    const elements = bodies.slice(start, start + maxBatch).flatMap((body, index) => {
      return index === 0 ? [body] : [Buffer.from(','), body]
    })
    batches.push(Buffer.concat([Buffer.from('{"requests":['), ...elements, Buffer.from(']}')]))
  }
  return batches
}

type Vectors = readonly (readonly number[])[]

function readBatch(body: JsonObject): Vectors {
  const parsed = BatchEmbedContentsResponse.safeParse(body)
  if (!parsed.success) throw invalidResponse()
  return parsed.data.embeddings.map(({ values }) => values)
}

function readOne(body: JsonObject): Vectors {
  const parsed = EmbedContentResponse.safeParse(body)
  if (!parsed.success) throw invalidResponse()
  return [parsed.data.embedding.values]
}
