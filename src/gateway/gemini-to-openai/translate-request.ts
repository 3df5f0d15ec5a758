// Translates a call of a model to a request for the server's endpoint. Pure and cloneable, so that a thread can do it.

import type { ServerFeatures } from '#shared/models/openai-servers'
import { ApiError } from '#shared/schemas/api-error'
import type { ModelKind } from '#shared/schemas/model'
import { parseExactJson, writeExactJson } from '#shared/wire/exact-json'
import { type JsonObject, toCamelCase, toObject } from '#shared/wire/json-objects'
import { FieldReport } from '../translation/field-report'
import { toChatRequest } from './chat-request'
import { toBatchEmbeddingRequest, toEmbeddingRequest } from './embeddings'
import { toEditForm, toImageRequest } from './images'

export interface ModelCall {
  /** `generateContent` */
  readonly verb: string
  /** As the client named it. */
  readonly requested: string
  /** As the server names it. */
  readonly model: string
  readonly kind: ModelKind
}

export interface TranslateOptions {
  readonly server: ServerFeatures
  readonly countsTokens: boolean
}

/** How to read the response. */
export type ExpectedResponse =
  | { readonly type: 'chat'; readonly isStream: boolean; readonly includesThoughts: boolean }
  | { readonly type: 'image'; readonly isStream: boolean }
  | {
      readonly type: 'embeddings'
      readonly isBatch: boolean
      readonly count: number
      readonly dimensions: number | undefined
    }
  | { readonly type: 'tokens' }

export interface TranslatedRequest {
  /** After the base URL. */
  readonly path: string
  readonly contentType: string
  readonly accept: string
  readonly body: Uint8Array
  /** Paths of fields that have no effect. */
  readonly ignored: readonly string[]
  readonly expected: ExpectedResponse
}

type Translation = Omit<TranslatedRequest, 'ignored'>

interface Context extends ModelCall, TranslateOptions {
  /** The parsed body. */
  readonly value: unknown
  readonly report: FieldReport
}

/** A host may translate in another thread. */
export type TranslateRequest = (
  ...parameters: Parameters<typeof translateRequest>
) => TranslatedRequest | Promise<TranslatedRequest>

/** `bytes` must be valid JSON, and the verb checked. Throws INVALID_ARGUMENT for what the server has no equivalent of. */
export function translateRequest(
  bytes: Uint8Array,
  call: ModelCall,
  options: TranslateOptions,
): TranslatedRequest {
  const value = parseExactJson(new TextDecoder().decode(bytes))
  const report = new FieldReport(options.server.label)
  try {
    const translation = translate({ ...call, ...options, value, report })
    return { ...translation, ignored: report.ignored }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ApiError('INVALID_ARGUMENT', 'The request is nested too deeply.')
  }
}

function translate(context: Context): Translation {
  switch (context.verb) {
    case 'generateContent':
    case 'streamGenerateContent':
      return context.kind === 'image' && context.server.images === 'api'
        ? translateImage(context)
        : translateChat(context)
    case 'embedContent':
    case 'batchEmbedContents':
      return translateEmbeddings(context)
    default:
      return translateCount(context)
  }
}

/** Throws INVALID_ARGUMENT if no request with this verb can be translated. */
export function checkVerb(verb: string, { server, countsTokens }: TranslateOptions): void {
  if (verb === 'predictLongRunning') throw unsupported(server, "can't generate videos.")
  if (verb === 'countTokens' && !countsTokens)
    throw unsupported(
      server,
      "can't count tokens without generating a response, which may be billed. Allow that in the provider's settings.",
    )
}

/** Throws INVALID_ARGUMENT if the model is not of a kind that the verb needs. */
export function checkKind({ verb, requested, kind }: ModelCall, { server }: TranslateOptions): void {
  if (verb === 'countTokens' && kind !== 'text')
    throw unsupported(server, `can't count the tokens of ${requested}, because it isn't a text model.`)
}

export function unsupported({ label }: ServerFeatures, what: string): ApiError {
  return new ApiError(
    'INVALID_ARGUMENT',
    `${label} ${what} Choose another provider for this in Settings > Provider.`,
  )
}

function translateChat({ verb, value, ...target }: Context): Translation {
  const isStream = isStreaming(verb)
  const { body, includesThoughts } = toChatRequest(value, { ...target, isStream })
  return {
    ...toJsonRequest('/chat/completions', body, isStream),
    expected: { type: 'chat', isStream, includesThoughts },
  }
}

function translateImage({ verb, model, value, report }: Context): Translation {
  const request = toImageRequest(value, model, report)
  const expected = { type: 'image', isStream: isStreaming(verb) } as const
  if (request.images.length === 0)
    return { ...toJsonRequest('/images/generations', request.parameters), expected }
  const boundary = `gen-playground-${crypto.randomUUID()}`
  return {
    path: '/images/edits',
    contentType: `multipart/form-data; boundary=${boundary}`,
    accept: 'application/json',
    body: toEditForm(request, boundary),
    expected,
  }
}

function translateEmbeddings({ verb, value, ...target }: Context): Translation {
  const isBatch = verb === 'batchEmbedContents'
  const { body, dimensions } = isBatch
    ? toBatchEmbeddingRequest(value, target)
    : toEmbeddingRequest(value, target)
  const count = Array.isArray(body.input) ? body.input.length : 1
  return {
    ...toJsonRequest('/embeddings', body),
    expected: { type: 'embeddings', isBatch, count, dimensions },
  }
}

/** The API has no count without a response. */
function translateCount({ value, ...target }: Context): Translation {
  const { generateContentRequest, ...fields } = toCamelCase(toObject(value))
  const request = { ...fields, ...toCamelCase(toObject(generateContentRequest)) }
  const generationConfig = { ...toObject(toObject(request).generationConfig), maxOutputTokens: 1 }
  const { body } = toChatRequest({ ...request, generationConfig }, { ...target, isStream: false })
  // They do not change the number of tokens, and several candidates would be billed.
  const { n: _, logprobs: __, top_logprobs: ___, stop: ____, ...counted } = body
  return { ...toJsonRequest('/chat/completions', counted), expected: { type: 'tokens' } }
}

function isStreaming(verb: string): boolean {
  return verb === 'streamGenerateContent'
}

function toJsonRequest(path: string, body: JsonObject, isStream = false): Omit<Translation, 'expected'> {
  return {
    path,
    contentType: 'application/json',
    accept: isStream ? 'text/event-stream' : 'application/json',
    body: Buffer.from(writeExactJson(body)),
  }
}
