// Sends the calls of OpenAI clients to the upstream: translated, or as they are if the upstream speaks their dialect.
import { findModel, methodsOfKind } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import type { ModelKind } from '#shared/schemas/model'
import { tryParseExactJson } from '#shared/wire/exact-json'
import type { HttpHeaders, HttpRequest, HttpResponse } from '#shared/wire/http'
import { readBody, streamBody } from '#shared/wire/read-body'
import { redactPath } from '../../exchange-log/redact'
import { type JsonObject, toObject } from '../../translation/json-objects'
import type { EventStreamResponse, HandlerRequest } from '../handler'
import { redactEvents } from '../transcription'
import { ensureJson, isErrorResponse, requestUpstream, toUpstreamRequest } from '../upstream-request'
import { readRelayedEvents } from './relayed-events'

/**
 * Throws NOT_FOUND if the model that the body names is unknown, or does not have the method (`generateContent`). An upstream
 * with its own models decides about all that are not in the catalog.
 */
export function checkNamedModel({ namedModel, models, upstream }: HandlerRequest, method: string): void {
  const entry = findModel(namedModel, models)
  if (!entry && upstream.listModels) return
  if (!entry || !methodsOfKind[entry.kind].includes(method)) throw unknownModel(namedModel)
}

/** Like `checkNamedModel`, for a kind of which other kinds have the methods, too. */
export function checkNamedKind(request: HandlerRequest, kind: ModelKind): void {
  const entry = findModel(request.namedModel, request.models)
  if (entry ? entry.kind !== kind : !request.upstream.listModels) throw unknownModel(request.namedModel)
}

export function unknownModel(name: string): ApiError {
  return new ApiError(
    'NOT_FOUND',
    `The model \`${redactPath(name).slice(0, 200)}\` does not exist or is not supported for this request. GET /v1/models lists the available models.`,
    { param: 'model' },
  )
}

/** Returns the request for the Gemini dialect. `method` may have a query. */
export function toModelRequest(
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

/** `response` is one of `requestUpstreamJson`. */
export async function readModelResponse({ body }: HttpResponse): Promise<JsonObject> {
  const value = tryParseExactJson(
    new TextDecoder().decode(await readBody(body, maxResponseBytes, invalidResponse)),
  )
  if (value === undefined) throw invalidResponse()
  return toObject(value)
}

export function invalidResponse(): ApiError {
  return new ApiError(
    'UNAVAILABLE',
    "The provider returned a response that isn't in the format of the Gemini API. Check the base URL and the model.",
    { reason: 'connection' },
  )
}

/** Sends the client's request as it is, and returns the response as it is, except for keys in errors. */
export async function relayRequest(request: HandlerRequest): Promise<HttpResponse | EventStreamResponse> {
  const response = await requestUpstream(request, toUpstreamRequest(request), ensureJsonOrEvents)
  if (!isEventStream(response)) return response
  const events = readRelayedEvents(streamBody(response.body), request.redact)
  return { status: 200, headers: response.headers, framing: 'openai', events }
}

/** For requests that have no stream of chunks. Images may come as one with drafts. */
export async function relayWhole(request: HandlerRequest): Promise<HttpResponse> {
  const response = await requestUpstream(request, toUpstreamRequest(request), ensureJsonOrEvents)
  if (!isEventStream(response)) return response
  const { 'content-length': _, ...headers } = response.headers
  return { ...response, headers, body: redactEvents(streamBody(response.body), request.redact) }
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
