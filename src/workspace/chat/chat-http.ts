// Builds the HTTP request for an answer, and reads its streamed response.

import type { z } from 'zod'
import { type EndpointId, endpoints, identifyEndpoint } from '#shared/endpoints/endpoints'
import { routes, toPath } from '#shared/endpoints/routes'
import { type ModelEntry, toNeutralId } from '#shared/models/catalog'
import { readErrorBody } from '#shared/schemas/api-error'
import type { PromptRequest, Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { GenerateContentResponse } from '#shared/schemas/gemini-requests'
import { writeExactJson } from '#shared/wire/exact-json'
import type { HttpRequest, HttpResponse } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import { readEvents } from '#shared/wire/read-events'
import { findConversation } from '../conversations/conversation-rows'
import { inlineMedia, referenceMedia, toMissingMediaError } from '../conversations/part-media'
import { findContinued, findTurn, readBranch } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import type { Media } from '../media/media'
import { parseCalls, parseJson } from '../parse-json'
import { invalidResponse, readErrorResponse, streamBody } from '../response'
import { type ChatRequest, type ChatRequestInput, toChatRequest } from './chat-request'

export interface PromptRequestPorts {
  readonly connection: Connection
  readonly media: Media
  /** The models of the catalog and the custom ones. */
  readonly models: () => readonly ModelEntry[]
}

/** Reads the branch and the parameters of a saved answer, whether it is running or has ended. */
export function readAnswerInput(
  { connection, models }: Pick<PromptRequestPorts, 'connection' | 'models'>,
  answer: Turn,
): ChatRequestInput {
  const branch = answer.parentId === null ? [] : readBranch(connection, answer.parentId)
  const parameters = answer.parameters ?? { model: answer.model ?? '' }
  const continued = findContinued(connection, answer.id)
  const input = { parameters, models: models() }
  return continued ? { ...input, branch: [...branch, continued], isContinuation: true } : { ...input, branch }
}

export async function toChatHttpRequest(
  input: ChatRequestInput,
  media: Media,
  signal: AbortSignal,
): Promise<HttpRequest> {
  const request = toChatRequest(input)
  const contents = await restoreContents(request, media)
  return {
    method: 'POST',
    path: toEndpoint(input.parameters, request).path,
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(writeExactJson({ ...request, contents })),
    signal,
  }
}

async function restoreContents({ contents }: ChatRequest, media: Media): Promise<ChatRequest['contents']> {
  try {
    return await Promise.all(
      contents.map(async (content) => ({
        ...content,
        parts: await Promise.all(content.parts.map((part) => inlineMedia(part, media))),
      })),
    )
  } catch (error) {
    throw toMissingMediaError(error)
  }
}

/** The path includes the query. */
function toEndpoint({ model, streaming = true }: ChatParameters, request: ChatRequest) {
  const route = streaming ? 'streamGenerateContent' : 'generateContent'
  const id = model.replace(/^models\//, '')
  const endpoint = identifyEndpoint(route, id, request)
  const path = toPath(routes[route], toPrefix(endpoint, id), { model: id })
  return { endpoint, path: streaming ? `${path}?alt=sse` : path }
}

/** Returns the prefix that the specification documents for this model, or the default one. */
function toPrefix(endpoint: EndpointId | undefined, model: string): string {
  const documented = endpoint && endpoints[endpoint]
  return documented?.model === toNeutralId(model) ? documented.prefix : '/v1beta'
}

/** Describes the request of an answer, or for a prompt, the request that would be sent for it now. */
export async function describePrompt(
  ports: PromptRequestPorts,
  { conversationId, turnId }: { readonly conversationId: string; readonly turnId: string },
): Promise<PromptRequest> {
  const { connection, models, media } = ports
  const turn = findTurn(connection, conversationId, turnId)
  if (turn.role === 'model') return describeRequest(readAnswerInput(ports, turn), media)
  const { parameters } = findConversation(connection, conversationId)
  return describeRequest({ branch: readBranch(connection, turnId), parameters, models: models() }, media)
}

export async function describeRequest(input: ChatRequestInput, media: Media): Promise<PromptRequest> {
  const request = toChatRequest(input)
  const { endpoint, path } = toEndpoint(input.parameters, request)
  const hashes = new Set<string>()
  const contents = request.contents.map((content) => ({
    ...content,
    parts: content.parts.map((part) => referenceMedia(part, hashes)),
  }))
  return {
    endpoint: endpoint ?? null,
    method: 'POST',
    path,
    body: writeExactJson({ ...request, contents }),
    media: await describeMedia(hashes, media),
  }
}

async function describeMedia(hashes: ReadonlySet<string>, media: Media): Promise<PromptRequest['media']> {
  try {
    const files = await Promise.all([...hashes].map((hash) => media.open(hash)))
    return files.map(({ hash, path, length }) => ({ media: hash, path, bytes: length }))
  } catch (error) {
    throw toMissingMediaError(error)
  }
}

/** A picture can have tens of megabytes. */
const maxAnswerBytes = 256 * 1024 * 1024

/** Yields each chunk unchanged, with unknown fields. An error in the middle of a stream is a chunk, too. */
export async function* readAnswer(
  response: HttpResponse,
): AsyncGenerator<GenerateContentResponse, void, undefined> {
  if (response.status !== 200) throw await readErrorResponse(response)
  if (isJson(response)) yield* readWhole(response)
  else yield* readStream(response)
}

function isJson({ headers }: HttpResponse): boolean {
  return /^\s*application\/json\b/i.test(headers['content-type'] ?? '')
}

/** Reads one chunk, or the array of a stream without `alt=sse` (wire §3.2). */
async function* readWhole({ body }: HttpResponse): AsyncGenerator<GenerateContentResponse, void, undefined> {
  const bytes = await readBody(body, maxAnswerBytes, () =>
    invalidResponse(`longer than ${maxAnswerBytes.toLocaleString('en')} bytes`),
  )
  const answer = parseCalls(new TextDecoder().decode(bytes))
  const failure = readErrorBody(502, answer)
  if (failure) throw failure
  for (const chunk of Array.isArray(answer) ? answer : [answer]) yield readChunk(chunk)
}

async function* readStream(response: HttpResponse): AsyncGenerator<GenerateContentResponse, void, undefined> {
  let rest = ''
  let events = 0
  const onRest = (text: string) => {
    rest = text
  }
  for await (const event of readEvents(streamBody(response.body), onRest)) {
    events += 1
    yield readChunk(parseCalls(event))
  }
  const failure = readErrorBody(502, parseJson(rest))
  if (failure) throw failure
  if (rest && events === 0) throw invalidResponse('not an event stream')
}

function readChunk(chunk: unknown): GenerateContentResponse {
  if (chunk === undefined) throw invalidResponse('not JSON')
  const result = GenerateContentResponse.safeParse(chunk)
  if (!result.success) throw invalidResponse(firstIssue(result.error))
  // The schema has accepted this chunk. Its own copy would have another order of fields.
  return chunk as GenerateContentResponse
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`
}
