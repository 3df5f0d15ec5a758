// The HTTP request for an answer, and its streamed response.

import type { z } from 'zod'
import { type EndpointId, endpoints } from '#shared/endpoints/endpoints'
import { identifyEndpoint } from '#shared/endpoints/identify-endpoint'
import { routes, toPath } from '#shared/endpoints/routes'
import { type ModelEntry, toNeutralId } from '#shared/models/catalog'
import { readErrorBody } from '#shared/schemas/api-error'
import type { Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { GenerateContentResponse } from '#shared/schemas/generation'
import type { PromptRequest } from '#shared/schemas/prompt-request'
import type { HttpRequest, HttpResponse } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import { readEvents } from '#shared/wire/read-events'
import { findConversation } from '../conversations/conversation-rows'
import { inlineMedia, missingMedia, referenceMedia } from '../conversations/part-media'
import { findContinued, findTurn, readBranch } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import type { Media } from '../media/media'
import { parseJson } from '../parse-json'
import { notAnAnswer, readErrorResponse, streamBody } from '../response'
import { type ChatRequest, type ChatRequestInput, toChatRequest } from './chat-request'

export interface PromptRequestPorts {
  readonly connection: Connection
  readonly media: Media
  /** The catalog's and the user's own, as they are now. */
  readonly models: () => readonly ModelEntry[]
}

/** Of an answer that is saved already, in progress or long ended: the branch up to it, and its parameters. */
export function readAnswerInput(
  { connection, models }: Pick<PromptRequestPorts, 'connection' | 'models'>,
  answer: Turn,
): ChatRequestInput {
  const branch = answer.parentId === null ? [] : readBranch(connection, answer.parentId)
  const parameters = answer.parameters ?? { model: answer.model ?? '' }
  const continued = findContinued(connection, answer.id)
  const input = { parameters, models: models() }
  return continued ? { ...input, branch: [...branch, continued], goOn: true } : { ...input, branch }
}

export async function toChatHttpRequest(
  question: ChatRequestInput,
  media: Media,
  signal: AbortSignal,
): Promise<HttpRequest> {
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
        parts: await Promise.all(content.parts.map((part) => inlineMedia(part, media))),
      })),
    )
  } catch (error) {
    throw missingMedia(error)
  }
}

/** The path has its query. */
function toTarget({ model, streaming = true }: ChatParameters, request: ChatRequest) {
  const route = streaming ? 'streamGenerateContent' : 'generateContent'
  const id = model.replace(/^models\//, '')
  const endpoint = identifyEndpoint(route, id, request)
  const path = toPath(routes[route], toPrefix(endpoint, id), { model: id })
  return { endpoint, path: streaming ? `${path}?alt=sse` : path }
}

/** If the specification documents this model's endpoint: a service is reached under the prefix that came. */
function toPrefix(endpoint: EndpointId | undefined, model: string): string {
  const documented = endpoint && endpoints[endpoint]
  return documented?.model === toNeutralId(model) ? documented.prefix : '/v1beta'
}

/** The request that an answer was generated with; of a prompt, the one that would be sent for it now. */
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

export async function describeRequest(question: ChatRequestInput, media: Media): Promise<PromptRequest> {
  const request = toChatRequest(question)
  const { endpoint, path } = toTarget(question.parameters, request)
  const hashes = new Set<string>()
  const contents = request.contents.map((content) => ({
    ...content,
    parts: content.parts.map((part) => referenceMedia(part, hashes)),
  }))
  return {
    endpoint: endpoint ?? null,
    method: 'POST',
    path,
    body: JSON.stringify({ ...request, contents }),
    media: await describeMedia(hashes, media),
  }
}

async function describeMedia(hashes: ReadonlySet<string>, media: Media): Promise<PromptRequest['media']> {
  try {
    const files = await Promise.all([...hashes].map((hash) => media.open(hash)))
    return files.map(({ hash, path, length }) => ({ media: hash, path, bytes: length }))
  } catch (error) {
    throw missingMedia(error)
  }
}

/** A picture in one piece is tens of megabytes. */
const answerLimit = 256 * 1024 * 1024

/** Each chunk as it came, unknown fields and their order included. An error in the middle of a stream comes as a chunk. */
export async function* readAnswer(
  answer: HttpResponse,
): AsyncGenerator<GenerateContentResponse, void, undefined> {
  if (answer.status !== 200) throw await readErrorResponse(answer)
  if (isJson(answer)) yield* readWhole(answer)
  else yield* readStream(answer)
}

function isJson({ headers }: HttpResponse): boolean {
  return /^\s*application\/json\b/i.test(headers['content-type'] ?? '')
}

/** One chunk; or the array of them in which a stream comes without `alt=sse` (wire §3.2). */
async function* readWhole({ body }: HttpResponse): AsyncGenerator<GenerateContentResponse, void, undefined> {
  const bytes = await readBody(body, answerLimit, () =>
    notAnAnswer(`longer than ${answerLimit.toLocaleString('en')} bytes`),
  )
  const answer = parseJson(new TextDecoder().decode(bytes))
  const failure = readErrorBody(502, answer)
  if (failure) throw failure
  for (const chunk of Array.isArray(answer) ? answer : [answer]) yield readChunk(chunk)
}

async function* readStream(answer: HttpResponse): AsyncGenerator<GenerateContentResponse, void, undefined> {
  let rest = ''
  let events = 0
  const onRest = (text: string) => {
    rest = text
  }
  for await (const event of readEvents(streamBody(answer.body), onRest)) {
    events += 1
    yield readChunk(parseJson(event))
  }
  const failure = readErrorBody(502, parseJson(rest))
  if (failure) throw failure
  if (rest && events === 0) throw notAnAnswer('not an event stream')
}

function readChunk(chunk: unknown): GenerateContentResponse {
  if (chunk === undefined) throw notAnAnswer('not JSON')
  const result = GenerateContentResponse.safeParse(chunk)
  if (!result.success) throw notAnAnswer(firstIssue(result.error))
  // The schema has accepted the chunk itself; its own copy would put the fields into another order.
  return chunk as GenerateContentResponse
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`
}
