// The routes of OpenAI clients: translated, or passed on as they are if the upstream speaks their dialect.

import { namedModelNotFound, unusableResponse } from '#shared/endpoints/errors'
import { findModel, type ModelEntry, methodsOfKind } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import { BatchEmbedContentsResponse, EmbedContentResponse } from '#shared/schemas/gemini-requests'
import { tryParseExactJson } from '#shared/wire/exact-json'
import type { HttpHeaders, HttpRequest, HttpResponse } from '#shared/wire/http'
import { type JsonObject, toNumber, toObject } from '#shared/wire/json-objects'
import { readBody, streamBody } from '#shared/wire/read-body'
import { toChatChunks } from '../openai-to-gemini/chat-chunks'
import { toChatCompletion } from '../openai-to-gemini/chat-response'
import { maxBatch, toEmbeddingList } from '../openai-to-gemini/embeddings'
import { type GeneratedImage, readImage, toImageList } from '../openai-to-gemini/images'
import type { ChatCall, EmbeddingsCall, ImagesCall } from '../openai-to-gemini/translate-call'
import { redactErrorLines } from '../redaction/json'
import { redactName } from '../redaction/text'
import { type EventBatch, openAiUsagePattern } from '../scan-events'
import { toIgnoredHeaders } from '../translation/field-report'
import { sumUsage } from '../translation/usage'
import { requestModelEvents } from './generation'
import { type EventStreamResponse, type HandlerRequest, type Handlers, jsonResponse } from './handler'
import { listModels } from './models'
import { sendSeveral } from './several-requests'
import {
  ensureJson,
  isErrorResponse,
  requestUpstream,
  requestUpstreamJson,
  toUpstreamRequest,
} from './upstream-request'

export type OpenAiClients = Pick<
  Handlers,
  'createChatCompletion' | 'createEmbeddings' | 'createImages' | 'listOpenAiModels' | 'getOpenAiModel'
>

export const openAiClients: OpenAiClients = {
  createChatCompletion: async (request) => {
    const { call } = request
    checkNamedModel(request, 'generateContent')
    if (call?.type !== 'chat') return await relayRequest(request)
    return call.options.isStream ? await stream(request, call) : await complete(request, call)
  },
  createEmbeddings: async (request) => {
    const { call } = request
    checkNamedModel(request, 'embedContent')
    return call?.type === 'embeddings' ? await embed(request, call) : await relayWhole(request)
  },
  /** A call of the model for each image, because Google's models draw one at a time. */
  createImages: async (request) => {
    const { call } = request
    checkImageModel(request)
    return call?.type === 'images' ? await draw(request, call) : await relayWhole(request)
  },
  listOpenAiModels: async (request) => {
    const data = (await listServedModels(request)).map((entry) => toOpenAiModel(entry, request))
    return jsonResponse({ object: 'list', data })
  },
  getOpenAiModel: async (request) => {
    const name = request.parameters.model ?? ''
    const entry = findModel(name, await listServedModels(request))
    if (!entry) throw unknownModel(name)
    return jsonResponse(toOpenAiModel(entry, request))
  },
}

async function complete(
  request: HandlerRequest,
  { body, options, ignored }: ChatCall,
): Promise<HttpResponse> {
  const response = await requestUpstreamJson(request, toModelRequest(request, 'generateContent', body))
  if (isErrorResponse(response)) return response
  const answer = await readModelResponse(response)
  request.record.setUsage(answer.usageMetadata)
  const completion = jsonResponse(toChatCompletion(answer, { ...options, model: request.namedModel }))
  return { ...completion, headers: { ...completion.headers, ...toIgnoredHeaders(ignored) } }
}

async function stream(
  request: HandlerRequest,
  { body, options, ignored }: ChatCall,
): Promise<HttpResponse | EventStreamResponse> {
  const upstreamRequest = toModelRequest(request, 'streamGenerateContent?alt=sse', body)
  const response = await requestModelEvents(request, upstreamRequest, 'openai')
  if (!('events' in response)) return response
  const source = {
    events: response.events,
    onUsage: (usageMetadata: unknown) => request.record.setUsage(usageMetadata),
  }
  const events = toChatChunks(source, { ...options, model: request.namedModel })
  return { ...response, headers: toIgnoredHeaders(ignored), events }
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
  const list = jsonResponse(toEmbeddingList(vectors, request.namedModel, isBase64, tokens))
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

async function draw(
  request: HandlerRequest,
  { body, count, isUrl, ignored }: ImagesCall,
): Promise<HttpResponse> {
  // Every response is billed, even if another call fails, or the client disconnects.
  const usages: unknown[] = []
  const images: GeneratedImage[] = []
  let filtered: ApiError | undefined
  const sent = sendSeveral({
    count,
    signal: request.signal,
    send: (_, signal) =>
      requestUpstreamJson(request, { ...toModelRequest(request, 'generateContent', body), signal }),
    read: async (response, index) => {
      const answer = await readModelResponse(response)
      usages.push(answer.usageMetadata)
      request.record.setUsage(sumUsage(usages))
      const image = readImage(answer)
      if (image instanceof ApiError) filtered ??= image
      else images[index] = image
    },
  })
  const { errorResponse } = await sent.catch((error: unknown) => {
    if (images.length === 0) throw error
    return { errorResponse: undefined }
  })
  if (images.length === 0) {
    if (errorResponse) return errorResponse
    throw filtered ?? invalidResponse()
  }
  const list = jsonResponse(toImageList(Object.values(images), isUrl, usages))
  return { ...list, headers: { ...list.headers, ...toIgnoredHeaders(ignored) } }
}

/** The dialect has no route for videos. */
async function listServedModels(request: HandlerRequest): Promise<readonly ModelEntry[]> {
  return (await listModels(request)).filter(({ kind }) => kind !== 'video')
}

function toOpenAiModel(entry: ModelEntry, { upstream }: HandlerRequest): object {
  const { id, displayName, inputTokenLimit } = entry
  return {
    id,
    object: 'model',
    // Unknown, but required.
    created: 0,
    owned_by: upstream.kind,
    name: displayName,
    ...(inputTokenLimit === undefined ? {} : { context_length: inputTokenLimit }),
  }
}

/**
 * Throws NOT_FOUND if the model that the body names is unknown, or does not have the method (`generateContent`). An upstream
 * with its own models decides about all that are not in the catalog.
 */
function checkNamedModel({ namedModel, models, upstream }: HandlerRequest, method: string): void {
  const entry = findModel(namedModel, models)
  if (!entry && upstream.listModels) return
  if (!entry || !methodsOfKind[entry.kind].includes(method)) throw unknownModel(namedModel)
}

/** Other kinds of models have the method, too. */
function checkImageModel({ namedModel, models, upstream }: HandlerRequest): void {
  const entry = findModel(namedModel, models)
  if (entry ? entry.kind !== 'image' : !upstream.listModels) throw unknownModel(namedModel)
}

function unknownModel(name: string): ApiError {
  return namedModelNotFound(redactName(name))
}

/** Returns the request for the Gemini dialect. `method` may have a query. */
function toModelRequest(
  { namedModel, headers, signal }: HandlerRequest,
  method: string,
  body: Uint8Array,
): HttpRequest {
  const model = encodeURIComponent(namedModel.replace(/^models\//, ''))
  return {
    method: 'POST',
    path: `/v1beta/models/${model}:${method}`,
    headers: withoutOpenAiHeaders(headers),
    body,
    signal,
  }
}

/** Other providers must not get the client's account at OpenAI. */
function withoutOpenAiHeaders(headers: HttpHeaders): HttpHeaders {
  const others = Object.entries(headers).filter(
    ([name]) => name !== 'content-length' && !/^(?:openai-|x-stainless-)/.test(name),
  )
  return Object.fromEntries(others)
}

/** Bytes of a whole response; an image of 4K size has fewer. */
const maxResponseBytes = 256 * 1024 * 1024

async function readModelResponse({ body }: HttpResponse): Promise<JsonObject> {
  const value = tryParseExactJson(
    new TextDecoder().decode(await readBody(body, maxResponseBytes, invalidResponse)),
  )
  if (value === undefined) throw invalidResponse()
  return toObject(value)
}

function invalidResponse(): ApiError {
  return unusableResponse(
    "The provider returned a response that isn't in the format of the Gemini API. Check the base URL and the model.",
  )
}

/** Sends the client's request as it is, and returns the response as it is, except for keys in errors. */
async function relayRequest(request: HandlerRequest): Promise<HttpResponse | EventStreamResponse> {
  const response = await requestUpstream(request, toUpstreamRequest(request), ensureJsonOrEvents)
  if (!isEventStream(response)) return response
  const events = readRelayedEvents(streamBody(response.body), request.redact)
  return { status: 200, headers: response.headers, framing: 'openai', events }
}

/** For requests that have no stream of chunks. Images may come as one with drafts. */
async function relayWhole(request: HandlerRequest): Promise<HttpResponse> {
  const response = await requestUpstream(request, toUpstreamRequest(request), ensureJsonOrEvents)
  if (!isEventStream(response)) return response
  const { 'content-length': _, ...headers } = response.headers
  return { ...response, headers, body: redactErrorLines(streamBody(response.body), request.redact) }
}

function ensureJsonOrEvents(
  request: HandlerRequest,
  response: HttpResponse,
): HttpResponse | Promise<HttpResponse> {
  return isEventStream(response) ? response : ensureJson(request, response)
}

/** The events of encoded bytes cannot be read. */
function isEventStream(response: HttpResponse): boolean {
  const { 'content-type': type = '', 'content-encoding': encoding } = response.headers
  return !isErrorResponse(response) && encoding === undefined && /^text\/event-stream\b/i.test(type)
}

/** A member; tokens and texts may be the word. */
const errorMember = /"error"\s*:/

/** Passes events on byte for byte, but redacts errors within the stream. */
async function* readRelayedEvents(
  bytes: AsyncIterable<Uint8Array>,
  redact: HandlerRequest['redact'],
): AsyncGenerator<EventBatch, void, undefined> {
  for await (const lines of redactErrorLines(bytes, redact, errorMember)) yield toRelayedBatch(lines)
}

/** `lines` are whole ones, unless one is longer than a megabyte. */
function toRelayedBatch(lines: Uint8Array): EventBatch {
  const frames = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength)
  const text = frames.toString()
  return {
    frames,
    bytes: frames.length,
    hasUsage: openAiUsagePattern.test(text),
    get documents() {
      return text.split(/\r?\n/).flatMap((line) => /^data: ?(.*)$/s.exec(line)?.[1] ?? [])
    },
  }
}
