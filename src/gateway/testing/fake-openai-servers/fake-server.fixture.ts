// Fakes of OpenAI-compatible servers on loopback: one engine with the documented deviations of each server.
import type { z } from 'zod'
import { drawPicture } from '../drawn-picture.fixture'
import {
  type FakeResponse,
  type ReceivedRequest,
  replyText,
  toReceivedRequest,
  write,
} from '../fake-vendor/host.fixture'
import { answerOpenAi } from '../fake-vendor/openai.fixture'
import { openUpstream, type ScriptedUpstream } from '../test-gateway.fixture'
import { ChatBody, EmbeddingBody, findOrderProblem, foreignMembers, ImageBody } from './chat-schema.fixture'
import { type Deviations, deviations, type FakeError, type FakeServerName } from './deviations.fixture'
import { embed, type ModelReply, reply } from './model.fixture'

/** Applies to the next request that is not for the list of models. */
type FakeFault =
  | 'bad request'
  | 'quota'
  | 'loading'
  | 'html page'
  | 'silence'
  | 'silence in mid-stream'
  | 'failure in mid-stream'
  | 'cut in mid-stream'

export interface FakeOpenAiServer extends Pick<ScriptedUpstream, 'requests' | 'waitForRequest' | 'close'> {
  readonly origin: string
  readonly baseUrl: string
  readonly models: Deviations['models']
  readonly injectFault: (fault: FakeFault) => void
  /** Replaces the list of models, and responds to requests for it again. */
  readonly listModels: (body: unknown) => void
  /** Accepts requests for the list, and never responds to them. */
  readonly silenceList: () => void
}

interface FakeServerOptions {
  /** Requests with any other key are rejected. Local servers ignore keys. */
  readonly key?: string
  readonly changes?: Partial<Deviations>
}

class RejectedRequest extends Error {
  readonly error: FakeError

  constructor(error: FakeError) {
    super(error.message)
    this.error = error
  }
}

export async function openFakeServer(
  name: FakeServerName,
  { key, changes }: FakeServerOptions = {},
): Promise<FakeOpenAiServer> {
  const server = { ...deviations[name], ...changes }
  let fault: FakeFault | undefined
  let list: unknown = toModelList(server)
  let isListSilent = false
  const scripted = await openUpstream((request, outgoing) => {
    const received = toReceivedRequest({ ...request, host: 'openai' })
    const isList = received.path === '/v1/models'
    const injected = isList ? undefined : fault
    if (!isList) fault = undefined
    if (injected === 'silence' || (isList && isListSilent)) return
    // An error of this fake must not leave its client waiting.
    void respond(received, { server, key, fault: injected, list })
      .catch((error) => replyText(String(error), { status: 500, type: 'text/plain' }))
      .then((answer) => write(answer, outgoing))
  })
  return {
    origin: scripted.url,
    baseUrl: `${scripted.url}/v1`,
    models: server.models,
    requests: scripted.requests,
    waitForRequest: scripted.waitForRequest,
    close: scripted.close,
    injectFault: (next) => {
      fault = next
    },
    listModels: (body) => {
      list = body
      isListSilent = false
    },
    silenceList: () => {
      isListSilent = true
    },
  }
}

function toModelList({ models, contextLength }: Deviations): object {
  const ids = [models.text, models.embedding, ...models.others]
  const data = ids.map((id) => ({
    id,
    object: 'model',
    created: 1,
    owned_by: 'library',
    ...contextLength(8192),
  }))
  return { object: 'list', data }
}

interface Context {
  readonly server: Deviations
  readonly key: string | undefined
  readonly fault: FakeFault | undefined
  readonly list: unknown
}

async function respond(received: ReceivedRequest, context: Context): Promise<FakeResponse> {
  const { server, key, fault } = context
  try {
    const { authorization = '' } = received.headers
    if (key !== undefined && authorization !== `Bearer ${key}`)
      throw new RejectedRequest(server.wrongKey(authorization.replace('Bearer ', '')))
    const early = fault && earlyFaults[fault]
    if (fault === 'html page') return replyText('<!doctype html><p>Sign in</p>', { type: 'text/html' })
    if (early) throw new RejectedRequest(early)
    return await route(received, context)
  } catch (error) {
    if (!(error instanceof RejectedRequest)) throw error
    const { status } = error.error
    return toJson(server.toError(error.error), {
      status,
      ...(status === 429 ? { headers: { 'retry-after': '7' } } : {}),
    })
  }
}

const earlyFaults: Readonly<Partial<Record<FakeFault, FakeError>>> = {
  'bad request': { status: 400, message: 'The request is invalid.', type: 'invalid_request_error' },
  quota: { status: 429, message: 'Rate limit reached.', type: 'requests', code: 'rate_limit_exceeded' },
  loading: { status: 503, message: 'Loading model', type: 'unavailable_error' },
}

async function route(received: ReceivedRequest, context: Context): Promise<FakeResponse> {
  const { method, path, body } = received
  const { server, list } = context
  switch (`${method} ${path}`) {
    case 'GET /v1/models':
      return toJson(list)
    case 'POST /v1/chat/completions':
      return chat(parse(ChatBody, body, server), context)
    case 'POST /v1/embeddings':
      return toJson(toEmbeddings(parse(EmbeddingBody, body, server), server))
    case 'POST /v1/audio/transcriptions':
      return await transcribe(received, context)
    case 'POST /v1/images/generations':
      if (server.hasImages) return toJson(generateImages(body, server))
      break
    case 'POST /v1/images/edits':
      if (server.hasImages) return toJson(editImage(received))
      break
  }
  const unknown = server.unknownRoute(method, path)
  const { status, body: found } = unknown
  return typeof found === 'string'
    ? replyText(found, { status, type: 'text/plain' })
    : toJson(found, { status })
}

function parse<Body extends { model: string }>(
  schema: z.ZodType<Body>,
  bytes: Buffer,
  server: Deviations,
): Body {
  const parsed = schema.safeParse(JSON.parse(bytes.toString()))
  if (!parsed.success) throw invalid(`Invalid request: ${parsed.error.message}`)
  const { model } = parsed.data
  const { text, embedding, others } = server.models
  if (server.ignoresModel || [text, embedding, ...others].includes(model)) return parsed.data
  throw new RejectedRequest(server.unknownModel(model))
}

function invalid(message: string, param?: string): RejectedRequest {
  const code = param === undefined ? null : 'unsupported_parameter'
  return new RejectedRequest({
    status: 400,
    message,
    type: 'invalid_request_error',
    code,
    ...(param === undefined ? {} : { param }),
  })
}

const otherLimit = { max_tokens: 'max_completion_tokens', max_completion_tokens: 'max_tokens' } as const

function chat(body: ChatBody, { server, fault }: Context): FakeResponse {
  const order = findOrderProblem(body.messages)
  if (order) throw invalid(order)
  const limit = otherLimit[server.tokenLimit]
  if (server.isStrict) {
    const unknown = Object.keys(body).find(
      (name) => !(name in ChatBody.shape) || foreignMembers.includes(name),
    )
    if (unknown) throw invalid(`Unrecognized request argument supplied: ${unknown}`)
    if (limit in body)
      throw invalid(
        `Unsupported parameter: '${limit}' is not supported with this model. Use '${server.tokenLimit}' instead.`,
        limit,
      )
  }
  if (!server.hasJsonObjects && body.response_format?.type === 'json_object')
    throw invalid("'response_format.type' must be 'json_schema' or 'text'")
  const isJsonMode = body.response_format?.type === 'json_object'
  if (server.requiresJsonWord && isJsonMode && !/json/i.test(JSON.stringify(body.messages)))
    throw invalid("'messages' must contain the word 'json' in some form")
  checkLimits(body, server)
  const { tool_choice, ...others } = body
  const hasChoice = server.hasToolChoice && !(isNamed(body) && server.namedToolChoice === 'ignored')
  const answer = reply(hasChoice && tool_choice ? { ...others, tool_choice } : others)
  return body.stream
    ? streamChat(body, answer, { server, fault })
    : toJson(toCompletion(body, answer, server))
}

function isNamed({ tool_choice }: ChatBody): boolean {
  return typeof tool_choice === 'object'
}

function checkLimits(body: ChatBody, server: Deviations): void {
  const isRead = !server.isStrict || server.reasoning !== 'none'
  if (!isRead && body.messages.some((one) => 'reasoning' in one || 'reasoning_content' in one))
    throw invalid('Additional properties are not allowed.')
  if (isNamed(body) && server.namedToolChoice === 'rejected')
    throw invalid("Invalid tool_choice type: 'object'. Supported string values: none, auto, required")
  if (body.logprobs && body.tools && body.stream && server.rejectsLogprobsWithTools)
    throw invalid('logprobs is not supported with tools + stream')
  const { n = 1, model, modalities } = body
  if (modalities?.some((one) => !server.outputModalities(model).includes(one)))
    throw new RejectedRequest({
      status: 404,
      message: `No endpoints found that support the requested output modalities: ${modalities.join(', ')}`,
      type: 'not_found',
    })
  if (server.maxChoices !== undefined && n > server.maxChoices)
    throw invalid(`Field 'n': Value must be between 1 <= value <= ${server.maxChoices}, but got ${n}`)
  const tokens = countPrompt(body)
  if (server.maxPromptTokens !== undefined && tokens > server.maxPromptTokens)
    throw new RejectedRequest({
      status: 400,
      message: `request (${tokens} tokens) exceeds the available context size (${server.maxPromptTokens} tokens), try increasing it`,
      type: 'exceed_context_size_error',
    })
}

function countPrompt({ messages }: ChatBody): number {
  return Math.ceil(JSON.stringify(messages).length / 4)
}

function countChoices({ n = 1 }: ChatBody, { hasChoices }: Deviations): number {
  return hasChoices ? n : 1
}

function countTokens(body: ChatBody, { thought, text, calls }: ModelReply, choices: number): object {
  const prompt_tokens = countPrompt(body)
  const completion_tokens = choices * Math.ceil((thought + text + JSON.stringify(calls)).length / 4)
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

function toCompletion(body: ChatBody, answer: ModelReply, server: Deviations): object {
  const { thought, text, calls, finishReason } = answer
  const tagged = server.reasoning === 'tags' ? `<think>\n${thought}\n</think>\n\n${text}` : text
  const message = {
    role: 'assistant',
    content: calls.length > 0 && tagged === '' ? null : tagged,
    ...toImages(body),
    ...(/^reasoning/.test(server.reasoning) ? { [server.reasoning]: thought } : {}),
    ...(calls.length > 0 ? { tool_calls: calls.map(toToolCall) } : {}),
  }
  const count = countChoices(body, server)
  const logprobs = toLogprobs(text, body, server)
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: toModelName(body, server),
    choices: Array.from({ length: count }, (_, index) => ({
      index,
      message,
      logprobs,
      finish_reason: finishReason,
    })),
    usage: countTokens(body, answer, server.usagePerChoice ? 1 : count),
  }
}

/** As OpenRouter's documentation shows it; in streams, it is a member of a delta. */
function toImages({ modalities, image_config, messages }: ChatBody): { readonly images?: readonly object[] } {
  if (!modalities?.includes('image')) return {}
  const size = image_config?.aspect_ratio === '16:9' ? '1344x768' : '1024x1024'
  const url = `data:image/png;base64,${drawPicture(size, JSON.stringify(messages))}`
  return { images: [{ type: 'image_url', image_url: { url } }] }
}

/** A server with one model names that one, whichever was requested. */
function toModelName({ model }: ChatBody, { ignoresModel, models }: Deviations): string {
  return ignoresModel ? models.text : model
}

function toLogprobs(text: string, body: ChatBody, server: Deviations): object | null {
  const top = body.logprobs ? server.topLogprobs(body.top_logprobs) : undefined
  if (top === undefined) return null
  const tokens = text.split(' ').map((token) => ({ token, logprob: -0.5, bytes: [...Buffer.from(token)] }))
  return { content: tokens.map((one) => ({ ...one, top_logprobs: Array.from({ length: top }, () => one) })) }
}

function toToolCall({ id, name, arguments: text }: ModelReply['calls'][number]): object {
  return { id, type: 'function', function: { name, arguments: text } }
}

function streamChat(
  body: ChatBody,
  answer: ModelReply,
  { server, fault }: Pick<Context, 'server' | 'fault'>,
): FakeResponse {
  const toEvent = (choice: object | undefined, more: object = {}): string => {
    const choices = choice ? [{ index: 0, logprobs: null, finish_reason: null, ...choice }] : []
    const common = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1 }
    return `data: ${JSON.stringify({ ...common, model: toModelName(body, server), choices, ...more })}\n\n`
  }
  const images = toImages(body)
  const deltas: readonly { readonly content?: string; readonly images?: readonly object[] }[] = [
    ...listDeltas(answer, server),
    ...(images.images ? [images] : []),
  ]
  const toEvents = (index: number): readonly string[] => [
    toEvent({ index, delta: { role: 'assistant', content: server.firstContent } }),
    ...deltas.map((delta) => {
      const logprobs = delta.content === undefined ? null : toLogprobs(delta.content, body, server)
      return toEvent({ index, delta, logprobs })
    }),
  ]
  // After the thoughts, which clients see only if they request them.
  const start = toEvents(0).slice(0, -1)
  if (fault === 'silence in mid-stream') return toEventStream(start, 'silence')
  if (fault === 'cut in mid-stream') return toEventStream(start, 'cut')
  if (fault === 'failure in mid-stream') return toEventStream([...start, failureEvent])
  const count = countChoices(body, server)
  const toUsage = (choices: number): readonly string[] =>
    body.stream_options?.include_usage
      ? [toEvent(undefined, { usage: countTokens(body, answer, choices) })]
      : []
  const events = Array.from({ length: count }, (_, index) => [
    ...toEvents(index),
    toEvent({ index, delta: {}, finish_reason: answer.finishReason }),
    ...(server.usagePerChoice ? toUsage(1) : []),
  ])
  const usage = server.usagePerChoice ? [] : toUsage(count)
  return toEventStream([...events.flat(), ...usage, server.lastEvent])
}

const failure = { error: { message: 'The model crashed.', type: 'server_error', code: 503 } }
const failureEvent = `data: ${JSON.stringify(failure)}\n\n`

function toEventStream(events: readonly string[], ending?: 'cut' | 'silence'): FakeResponse {
  const chunks = events.map((event) => Buffer.from(event))
  const headers = { 'content-type': 'text/event-stream' }
  return { status: 200, headers, chunks, ...(ending ? { ending } : {}) }
}

/** A delta of the text has `content`; others have thoughts or function calls. */
function listDeltas(
  { thought, text, calls }: ModelReply,
  server: Deviations,
): readonly { readonly content?: string }[] {
  const tagged = server.reasoning === 'tags' ? `<think>\n${thought}\n</think>\n\n${text}` : text
  const thoughts = /^reasoning/.test(server.reasoning) ? split(thought) : []
  return [
    ...thoughts.map((piece) => ({ [server.reasoning]: piece })),
    ...split(tagged).map((content) => ({ content })),
    ...calls.flatMap((call, index) => listCallDeltas(call, index, server)),
  ]
}

function listCallDeltas(
  call: ModelReply['calls'][number],
  index: number,
  { callsHaveIndexZero }: Deviations,
): readonly object[] {
  if (callsHaveIndexZero) return [{ tool_calls: [{ ...toToolCall(call), index: 0 }] }]
  const pieces = call.arguments.match(/.{1,5}/g) ?? []
  return [
    { tool_calls: [{ ...toToolCall({ ...call, arguments: '' }), index }] },
    ...pieces.map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ]
}

function split(text: string): readonly string[] {
  return text.match(/\s*\S{1,6}/g) ?? []
}

function toEmbeddings(
  { model, input, dimensions, encoding_format: format }: z.infer<typeof EmbeddingBody>,
  server: Deviations,
): object {
  const texts = typeof input === 'string' ? [input] : input
  const data = texts.map((text, index) => {
    const vector = embed(text, server.hasDimensions ? dimensions : undefined)
    const base64 = () => Buffer.from(Float32Array.from(vector).buffer).toString('base64')
    return { object: 'embedding', index, embedding: format === 'base64' ? base64() : vector }
  })
  // In any order: the index says which text it belongs to.
  return { object: 'list', model, data: data.reverse(), usage: { prompt_tokens: 1, total_tokens: 1 } }
}

/** The form and the streams are those of OpenAI, which requires a key. */
async function transcribe(received: ReceivedRequest, { fault }: Context): Promise<FakeResponse> {
  const headers = { ...received.headers, authorization: 'Bearer any' }
  const answer = await answerOpenAi({ ...received, headers }, ['any'])
  const start = answer.chunks.slice(0, 1)
  if (fault === 'silence in mid-stream') return { ...answer, chunks: start, ending: 'silence' }
  if (fault === 'failure in mid-stream') return { ...answer, chunks: [...start, Buffer.from(failureEvent)] }
  return answer
}

function generateImages(bytes: Buffer, server: Deviations): object {
  const body = parse(ImageBody, bytes, server)
  // "Unknown parameter: 'response_format'.": github.com/GetfroggyHoe/universal-immersion-engine/issues/5
  if (server.isStrict && body.response_format) throw invalid("Unknown parameter: 'response_format'.")
  if (!server.isStrict && !body.response_format) return { data: [{ url: 'http://127.0.0.1:9/image.png' }] }
  const { size = '1024x1024', prompt, n = 1 } = body
  const data = Array.from({ length: n }, (_, index) => ({
    b64_json: drawPicture(size, `${prompt} ${index}`),
  }))
  return { created: 1, data, usage: { input_tokens: 10, output_tokens: 20, total_tokens: 30 } }
}

function editImage({ headers, body }: ReceivedRequest): object {
  if (!/^multipart\/form-data; boundary=/.test(headers['content-type'] ?? ''))
    throw invalid('A form is required.')
  const form = body.toString('latin1')
  const files = [
    ...form.matchAll(/name="image(?:\[\])?"; filename="[\w.-]+"\r\nContent-Type: image\/\w+\r\n\r\n/g),
  ]
  const prompt = /name="prompt"\r\n\r\n([^\r]+)/.exec(form)?.[1]
  if (files.length === 0 || prompt === undefined) throw invalid('The form needs an image and a prompt.')
  return { created: 1, data: [{ b64_json: drawPicture('1024x1024', `edit ${prompt} ${files.length}`) }] }
}

function toJson(
  value: unknown,
  options: { status?: number; headers?: Record<string, string> } = {},
): FakeResponse {
  return replyText(JSON.stringify(value), { type: 'application/json', ...options })
}
