// Makes the call to the gateway that asks for the next answer of a conversation.
import { type EndpointId, endpoints } from '#shared/endpoints/endpoints'
import { recogniseEndpoint } from '#shared/endpoints/recognise'
import { routes, toPath } from '#shared/endpoints/routes'
import { toNeutralId } from '#shared/models/catalogue'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Call } from '#shared/wire/call'
import { missingMedia, restoreMedia } from '../conversations/part-media'
import type { Media } from '../media/media'
import { type ChatRequest, type Question, toChatRequest } from './chat-request'

export async function toChatCall(question: Question, media: Media, signal: AbortSignal): Promise<Call> {
  const request = toChatRequest(question)
  const contents = await restoreContents(request, media)
  return {
    method: 'POST',
    path: toTarget(question.parameters, request).path,
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify({ ...request, contents })),
    signal,
  }
}

async function restoreContents({ contents }: ChatRequest, media: Media): Promise<ChatRequest['contents']> {
  try {
    return await Promise.all(
      contents.map(async (content) => ({
        ...content,
        parts: await Promise.all(content.parts.map((part) => restoreMedia(part, media))),
      })),
    )
  } catch (error) {
    throw missingMedia(error)
  }
}

interface Target {
  readonly endpoint: EndpointId | undefined
  /** With its query. */
  readonly path: string
}

export function toTarget({ model, streaming = true }: ChatParameters, request: ChatRequest): Target {
  const route = streaming ? 'streamGenerateContent' : 'generateContent'
  const id = model.replace(/^models\//, '')
  const endpoint = recogniseEndpoint(route, id, request)
  const path = toPath(routes[route], toPrefix(endpoint, id), { model: id })
  return { endpoint, path: streaming ? `${path}?alt=sse` : path }
}

/** Where the specification documents this model's endpoint: a service is reached under the prefix that came. */
function toPrefix(endpoint: EndpointId | undefined, model: string): string {
  const documented = endpoint && endpoints[endpoint]
  return documented?.model === toNeutralId(model) ? documented.prefix : '/v1beta'
}
