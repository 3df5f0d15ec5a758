// Identifies the specification's endpoint that a request uses, for the exchange log only, not for routing (decisions §4).
import { findModel, toNeutralId } from '../models/catalog'
import type { Content, Part } from '../schemas/content'
import { type EndpointId, endpointList } from './endpoints'
import type { RouteId } from './routes'

interface RequestBody {
  readonly contents?: readonly Content[]
  readonly tools?: readonly Readonly<Record<string, unknown>>[]
  readonly generationConfig?: Readonly<Record<string, unknown>>
  readonly generation_config?: Readonly<Record<string, unknown>>
}

/** Returns undefined for routes beyond the specification. `body` is the parsed request body, if there is one. */
export function identifyEndpoint(
  route: RouteId,
  model: string | undefined,
  body?: unknown,
): EndpointId | undefined {
  if (route === 'generateContent') return identifyGeneration(model ?? '', (body ?? {}) as RequestBody)
  if (route === 'streamGenerateContent') return toNeutralId(model ?? '') === 'gen-2.5-pro' ? 'E5' : 'E6'
  return endpointList.find(([, endpoint]) => endpoint.route === route)?.[0]
}

function identifyGeneration(model: string, body: RequestBody): EndpointId {
  if (findModel(model)?.kind === 'image') return identifyImage(model)
  const tools = body.tools ?? []
  const config = body.generationConfig ?? body.generation_config ?? {}
  const parts = (body.contents ?? []).flatMap((content) => content.parts ?? [])
  if (tools.some((tool) => 'functionDeclarations' in tool || 'function_declarations' in tool)) return 'E8'
  if (tools.some((tool) => 'urlContext' in tool || 'url_context' in tool)) return 'E13'
  if (tools.some((tool) => 'googleSearch' in tool || 'google_search' in tool)) return 'E17'
  if ('responseSchema' in config || 'response_schema' in config || 'responseJsonSchema' in config) return 'E9'
  if (parts.some(holdsVideo)) return 'E11'
  if (parts.some((part) => part.inlineData ?? part.inline_data)) return 'E15'
  return toNeutralId(model) === 'gen-2.5-flash' ? 'E2' : 'E4'
}

function identifyImage(model: string): EndpointId {
  const id = toNeutralId(model)
  return endpointList.find(([, endpoint]) => endpoint.model === id)?.[0] ?? 'E3'
}

function holdsVideo(part: Part): boolean {
  const mimeType = part.inlineData?.mimeType ?? part.inline_data?.mime_type ?? ''
  return part.fileData !== undefined || part.file_data !== undefined || String(mimeType).startsWith('video/')
}
