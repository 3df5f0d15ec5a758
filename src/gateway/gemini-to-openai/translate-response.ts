// Translates a server's response to a call of a model.

import { unusableResponse } from '#shared/endpoints/errors'
import { ApiError, quoteProvider, rejectedKeySentence, toErrorCode } from '#shared/schemas/api-error'
import { tryParseExactJson, writeExactJson } from '#shared/wire/exact-json'
import type { HttpResponse } from '#shared/wire/http'
import { type JsonObject, toObject } from '#shared/wire/json-objects'
import { detectEvents, readBody, streamBody } from '#shared/wire/read-body'
import { toIgnoredHeaders } from '../translation/field-report'
import { toUsageMetadata } from '../translation/usage'
import { type ChatResponseOptions, toContentResponse, translateChatStream } from './chat-response'
import { toEmbeddings } from './embeddings'
import { toImageResponse } from './images'
import { explainRename, readServerError, toGoogleError } from './server-errors'
import type { ExpectedResponse, ModelCall, TranslatedRequest } from './translate-request'

type Convert = (body: unknown) => JsonObject | undefined

/** Pages and other responses that are not JSON are unchanged. Throws UNAVAILABLE for JSON in another format. */
export async function translateResponse(
  response: HttpResponse,
  call: ModelCall,
  { expected, ignored }: Pick<TranslatedRequest, 'expected' | 'ignored'>,
): Promise<HttpResponse> {
  const allIgnored = [...ignored]
  const translated = await translate(response, call, expected, (path) => allIgnored.push(path))
  return { ...translated, headers: { ...translated.headers, ...toIgnoredHeaders(allIgnored) } }
}

async function translate(
  response: HttpResponse,
  call: ModelCall,
  expected: ExpectedResponse,
  onIgnored: (path: string) => void,
): Promise<HttpResponse> {
  switch (expected.type) {
    case 'chat':
      return expected.isStream
        ? await toStreamResponse(response, call, expected)
        : await toJsonResponse(response, call, (body) => toContentResponse(body, expected))
    case 'image': {
      const whole = await toJsonResponse(response, call, (body) => toImageResponse(body, call.model))
      return expected.isStream ? toSingleEvent(whole) : whole
    }
    case 'embeddings': {
      const { isBatch, count, dimensions } = expected
      return await toJsonResponse(response, call, (body) => {
        const embeddings = toEmbeddings(body, count)
        // LM Studio and llama.cpp ignore the dimensions.
        if (embeddings && dimensions !== undefined && embeddings.some((one) => lengthOf(one) !== dimensions))
          onIgnored('outputDimensionality')
        const usageMetadata = toUsageMetadata(toObject(body).usage)
        const usage = usageMetadata ? { usageMetadata } : {}
        return embeddings && { ...(isBatch ? { embeddings } : { embedding: embeddings[0] }), ...usage }
      })
    }
    case 'tokens':
      return await toJsonResponse(response, call, toTokenCount)
  }
}

function lengthOf({ values }: JsonObject): number {
  return Array.isArray(values) ? values.length : 0
}

function toTokenCount(body: unknown): JsonObject | undefined {
  const usage = toObject(toContentResponse(body, { includesThoughts: false })?.usageMetadata)
  const totalTokens = usage.promptTokenCount
  return totalTokens === undefined ? undefined : { totalTokens }
}

/** Bytes of a whole response; four images of 4K size have fewer. */
const maxResponseBytes = 256 * 1024 * 1024

async function toJsonResponse(
  response: HttpResponse,
  call: ModelCall,
  convert: Convert,
): Promise<HttpResponse> {
  const { bytes, body } = await readJsonBody(response)
  const error = toErrorResponse(response, call, body)
  if (error) return error
  // The gateway's handlers report pages, empty bodies, and errors without a message.
  if (body === undefined || response.status >= 400) return { ...response, body: bytes }
  const converted = convert(body)
  if (!converted) throw unexpectedResponse()
  return withJson(response, converted, response.status)
}

async function readJsonBody(
  response: HttpResponse,
): Promise<{ readonly bytes: Uint8Array; readonly body: unknown }> {
  const bytes = await readBody(response.body, maxResponseBytes, unexpectedResponse)
  return { bytes, body: tryParseExactJson(new TextDecoder().decode(bytes)) }
}

function toErrorResponse(response: HttpResponse, call: ModelCall, body: unknown): HttpResponse | undefined {
  if (response.status < 400 && !readServerError(body)) return undefined
  const error = toGoogleError(response.status, body)
  if (!error) return undefined
  const { code, message } = error.error
  const status = code ?? response.status
  const explained = status === 404 ? explainRename(message, call.requested, call.model) : message
  return withJson(response, { error: { ...error.error, message: explained } }, status)
}

/** Replaces the body. */
export function withJson(response: HttpResponse, value: unknown, status: number): HttpResponse {
  const { 'content-length': _, 'content-encoding': __, ...headers } = response.headers
  const type = { 'content-type': 'application/json; charset=utf-8' }
  return { status, headers: { ...headers, ...type }, body: Buffer.from(writeExactJson(value)) }
}

/** Some servers ignore `stream`, and respond with a whole chat completion. */
async function toStreamResponse(
  response: HttpResponse,
  call: ModelCall,
  options: ChatResponseOptions,
): Promise<HttpResponse> {
  const { areEvents, body } = await detectEvents(response)
  if (areEvents && response.status < 400)
    return asEvents(response, translateChatStream(streamBody(body), options))
  const whole = await toJsonResponse({ ...response, body }, call, (one) => toContentResponse(one, options))
  return toSingleEvent(whole)
}

function toSingleEvent(response: HttpResponse): HttpResponse {
  const { status, headers, body } = response
  if (status >= 400 || !(body instanceof Uint8Array)) return response
  if (!/^application\/json/.test(headers['content-type'] ?? '')) return response
  return asEvents(response, Buffer.concat([Buffer.from('data: '), body, Buffer.from('\n\n')]))
}

function asEvents(response: HttpResponse, body: NonNullable<HttpResponse['body']>): HttpResponse {
  const { 'content-length': _, ...headers } = response.headers
  return { ...response, headers: { ...headers, 'content-type': 'text/event-stream; charset=utf-8' }, body }
}

function unexpectedResponse(): ApiError {
  return unusableResponse(
    "The provider returned a response that isn't in the format of the OpenAI API. Check the base URL and the model.",
  )
}

/**
 * Reads a response to a request of the gateway's own. Throws the server's error, or UNAVAILABLE if it is not JSON. `redact`
 * removes keys from its message.
 */
export async function readServerJson(
  response: HttpResponse,
  redact: (text: string) => string,
): Promise<unknown> {
  const { body } = await readJsonBody(response)
  const { error } = toGoogleError(response.status, body) ?? {}
  if (response.status < 400 && !error && body !== undefined) return body
  if (!error) throw unexpectedResponse()
  const http = error.code ?? response.status
  const message = redact(error.message)
  if (http === 401)
    throw new ApiError('UNAUTHENTICATED', quoteProvider(rejectedKeySentence, message), {
      reason: 'rejected-key',
    })
  throw new ApiError(toErrorCode(http), message, { http, source: 'provider' })
}
