// The specification's seventeen endpoints: a route used with a model, its documented prefix and an example request.

import { findModel, toNeutralId } from '../models/catalog'
import { isObject, type JsonObject, listObjects, toObject } from '../wire/json-objects'
import { examples } from './examples'
import type { RouteId } from './routes'

export interface Endpoint {
  readonly route: RouteId
  readonly title: string
  /** As documented; the gateway serves both prefixes. */
  readonly prefix: string
  readonly model: string
  /** Documented query parameters, besides the credential. */
  readonly query?: Readonly<Record<string, string>>
  /** The JSON body; E1 sends a form with `model` and `file` instead. */
  readonly example: object | null
}

const plain = '/v1beta'
const nested = '/v1/v1beta'

export const endpoints = {
  E1: {
    route: 'transcribe',
    title: 'Audio transcription',
    prefix: '',
    model: 'gen-4o-transcribe',
    example: null,
  },
  E2: {
    route: 'generateContent',
    title: 'Generation',
    prefix: plain,
    model: 'gen-2.5-flash',
    example: examples.generate,
  },
  E3: {
    route: 'generateContent',
    title: 'Image generation and editing',
    prefix: plain,
    model: 'gen-2.5-flash-image',
    example: examples.editOrDraw,
  },
  E4: {
    route: 'generateContent',
    title: 'Text generation',
    prefix: plain,
    model: 'gen-3.1-pro-preview',
    example: examples.conversation,
  },
  E5: {
    route: 'streamGenerateContent',
    title: 'Streaming generation with thinking',
    prefix: nested,
    model: 'gen-2.5-pro',
    query: { alt: 'sse' },
    example: examples.reasoning,
  },
  E6: {
    route: 'streamGenerateContent',
    title: 'Streaming text generation',
    prefix: plain,
    model: 'gen-3.1-pro-preview',
    query: { alt: 'sse' },
    example: examples.stream,
  },
  E7: {
    route: 'generateContent',
    title: 'Image generation with aspect ratio and size',
    prefix: nested,
    model: 'gen-3-pro-image-preview',
    example: examples.imageWithRatio,
  },
  E8: {
    route: 'generateContent',
    title: 'Function calling',
    prefix: nested,
    model: 'gen-2.5-pro',
    example: examples.functionCalling,
  },
  E9: {
    route: 'generateContent',
    title: 'Structured output',
    prefix: nested,
    model: 'gen-2.5-pro',
    example: examples.structuredOutput,
  },
  E10: {
    route: 'predictLongRunning',
    title: 'Video generation',
    prefix: plain,
    model: 'gen-video-3.1-fast-generate-preview',
    example: examples.video,
  },
  E11: {
    route: 'generateContent',
    title: 'Video understanding',
    prefix: plain,
    model: 'gen-2.5-pro',
    example: examples.videoUnderstanding,
  },
  E12: {
    route: 'generateContent',
    title: 'Image editing',
    prefix: nested,
    model: 'gen-2.0-flash-exp-image-generation',
    example: examples.imageEditing,
  },
  E13: {
    route: 'generateContent',
    title: 'URL context',
    prefix: plain,
    model: 'gen-2.5-pro',
    example: examples.urlContext,
  },
  E14: {
    route: 'embedContent',
    title: 'Text embedding',
    prefix: nested,
    model: 'gen-embedding-001',
    example: examples.embedding,
  },
  E15: {
    route: 'generateContent',
    title: 'Image understanding',
    prefix: nested,
    model: 'gen-2.5-pro',
    example: examples.imageUnderstanding,
  },
  E16: {
    route: 'generateContent',
    title: 'Image generation',
    prefix: nested,
    model: 'gen-2.5-flash-image-preview',
    example: examples.draw,
  },
  E17: {
    route: 'generateContent',
    title: 'Text generation (search model)',
    prefix: nested,
    model: 'gen-2.5-flash',
    example: examples.search,
  },
} as const satisfies Record<string, Endpoint>

export type EndpointId = keyof typeof endpoints

export const endpointList = Object.entries(endpoints) as readonly [EndpointId, Endpoint][]

/**
 * Returns undefined for routes beyond the specification. `body` is the parsed request body, valid or not; without it, also
 * if the model's endpoints differ only in the body.
 */
export function identifyEndpoint(
  route: RouteId,
  model: string | undefined,
  body?: unknown,
): EndpointId | undefined {
  if (route === 'generateContent') return identifyGeneration(model ?? '', body)
  if (route === 'streamGenerateContent') return toNeutralId(model ?? '') === 'gen-2.5-pro' ? 'E5' : 'E6'
  return endpointList.find(([, endpoint]) => endpoint.route === route)?.[0]
}

function identifyGeneration(model: string, body: unknown): EndpointId | undefined {
  if (findModel(model)?.kind === 'image') return identifyImage(model)
  if (!isObject(body)) return identifyUnread(model)
  if (body.tools !== undefined) {
    const tools = listObjects(body.tools)
    if (tools.some((tool) => 'functionDeclarations' in tool || 'function_declarations' in tool)) return 'E8'
    if (tools.some((tool) => 'urlContext' in tool || 'url_context' in tool)) return 'E13'
    if (tools.some((tool) => 'googleSearch' in tool || 'google_search' in tool)) return 'E17'
  }
  const config = toObject(body.generationConfig ?? body.generation_config)
  if ('responseSchema' in config || 'response_schema' in config || 'responseJsonSchema' in config) return 'E9'
  if (hasPart(body.contents, holdsVideo)) return 'E11'
  if (hasPart(body.contents, holdsInlineData)) return 'E15'
  return toNeutralId(model) === 'gen-2.5-flash' ? 'E2' : 'E4'
}

/** A request that was rejected before its body was read. */
function identifyUnread(model: string): EndpointId | undefined {
  const id = toNeutralId(model)
  if (id === 'gen-2.5-flash') return 'E2'
  return id === 'gen-3.1-pro-preview' ? 'E4' : undefined
}

function identifyImage(model: string): EndpointId {
  const id = toNeutralId(model)
  return endpointList.find(([, endpoint]) => endpoint.model === id)?.[0] ?? 'E3'
}

/** Copies no array, because every request is identified. */
function hasPart(contents: unknown, test: (part: JsonObject) => boolean): boolean {
  if (!Array.isArray(contents)) return false
  return contents.some(
    (content) =>
      isObject(content) &&
      Array.isArray(content.parts) &&
      content.parts.some((part) => isObject(part) && test(part)),
  )
}

function holdsInlineData(part: JsonObject): boolean {
  return Boolean(part.inlineData ?? part.inline_data)
}

function holdsVideo(part: JsonObject): boolean {
  if (part.fileData !== undefined || part.file_data !== undefined) return true
  const inline = part.inlineData ?? part.inline_data
  return isObject(inline) && String(inline.mimeType ?? inline.mime_type ?? '').startsWith('video/')
}
