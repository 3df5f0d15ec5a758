// Translates a request of an OpenAI client to calls of Google's API. Pure and cloneable, so that a thread can do it.

import type { RouteId } from '#shared/endpoints/routes'
import type { ModelEntry } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import type { ChatCompletionRequest, EmbeddingsRequest, ImagesRequest } from '#shared/schemas/openai-requests'
import { writeExactJson } from '#shared/wire/exact-json'
import { FieldReport } from '../translation/field-report'
import { type ChatOptions, readChatOptions, toGenerateRequest } from './chat-request'
import { toEmbedRequests } from './embeddings'
import { toImageCall } from './images'

interface Translation {
  /** Paths of fields that have no effect. */
  readonly ignored: readonly string[]
}

export interface ChatCall extends Translation {
  readonly type: 'chat'
  /** A request for `generateContent`, or to stream it. */
  readonly body: Uint8Array
  readonly options: ChatOptions
}

export interface EmbeddingsCall extends Translation {
  readonly type: 'embeddings'
  /** A request for `embedContent` for each text. */
  readonly bodies: readonly Uint8Array[]
  readonly isBase64: boolean
}

export interface ImagesCall extends Translation {
  readonly type: 'images'
  /** A request for one image. */
  readonly body: Uint8Array
  readonly count: number
  readonly isUrl: boolean
}

export type TranslatedCall = ChatCall | EmbeddingsCall | ImagesCall

/** `json` has passed the schema of the route. Returns undefined for routes of the other dialect. */
export function translateCall(
  route: RouteId,
  json: unknown,
  models: readonly ModelEntry[],
): TranslatedCall | undefined {
  const report = new FieldReport(
    'The Gemini API',
    'Change this field, or choose an OpenAI-compatible provider in Settings > Provider.',
  )
  switch (route) {
    case 'createChatCompletion': {
      const request = json as ChatCompletionRequest
      const body = toBytes(toGenerateRequest(request, report))
      return { type: 'chat', body, options: readChatOptions(request), ignored: report.ignored }
    }
    case 'createEmbeddings': {
      const request = json as EmbeddingsRequest
      const bodies = toEmbedRequests(request, report).map(toBytes)
      const isBase64 = request.encoding_format === 'base64'
      return { type: 'embeddings', bodies, isBase64, ignored: report.ignored }
    }
    case 'createImages': {
      const request = json as ImagesRequest
      const { body, count } = toImageCall(request, models, report)
      const isUrl = request.response_format === 'url'
      return { type: 'images', body: toBytes(body), count, isUrl, ignored: report.ignored }
    }
    default:
      return undefined
  }
}

function toBytes(value: object): Uint8Array {
  try {
    return Buffer.from(writeExactJson(value))
  } catch (cause) {
    // Unlike parsing, writing is recursive.
    throw new ApiError('INVALID_ARGUMENT', 'The body is nested too deeply to be translated.', { cause })
  }
}
