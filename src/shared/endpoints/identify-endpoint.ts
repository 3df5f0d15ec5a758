// Identifies the specification's endpoint that a request uses, for the exchange log only, not for routing (decisions §4).
import { findModel, toNeutralId } from '../models/catalog'
import { isObject, type JsonObject, listObjects, toObject } from '../wire/json-objects'
import { type EndpointId, endpointList } from './endpoints'
import type { RouteId } from './routes'

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
