// The built-in model service: answers requests of the specification's API in process, without a network.

import { type RouteId, verbOf } from '#shared/endpoints/routes'
import { catalog, findModel, type ModelEntry, methodsOfKind, toNeutralId } from '#shared/models/catalog'
import { ApiError, toErrorCode } from '#shared/schemas/api-error'
import type { HttpRequest, HttpResponse, Send } from '#shared/wire/http'
import { readText } from '#shared/wire/read-body'
import { transcribe } from './audio/transcribe'
import { type Control, readControl, readPace } from './control'
import {
  type DemoHandler,
  type DemoRequest,
  type DemoState,
  findRoute,
  hostOf,
  type RouteMatch,
} from './demo-request'
import { embed, embedAll } from './embeddings/embed'
import { createByteStore } from './files/byte-store'
import { FileStore } from './files/file-store'
import { fileHandlers, findFilesOf } from './files/handle-files'
import { Uploads } from './files/uploads'
import { withThoughts } from './generation/answer-chunks'
import { objectField } from './generation/fields'
import { type Generation, readGeneration } from './generation/read-request'
import { answerGeneration, startTally, streamGeneration } from './generation/respond'
import { createVariationNumbers } from './images/variations'
import { wait } from './pace'
import { clientDisconnected, errorResponse, jsonResponse, splitBytes, tooManyRequests } from './responses'
import { readOperation, startVideo } from './video/operations'
import { createVideoRenderer } from './video/render-video'

interface DemoOptions {
  /**
   * `instant`, or tokens per second; 60 if absent (see README.md). Throws a `RangeError` on anything else.
   */
  readonly pace?: string | number | undefined
  /** Read for each request; the catalog if absent. */
  readonly models?: () => readonly ModelEntry[]
}

const handlers: Partial<Record<RouteId, DemoHandler>> = {
  ...fileHandlers,
  generateContent: async (request) =>
    answerGeneration(await readGenerationRequest(request, await readJson(request.http)), contextOf(request)),
  streamGenerateContent: async (request) =>
    streamGeneration(
      withThoughts(await readGenerationRequest(request, await readJson(request.http))),
      contextOf(request),
    ),
  countTokens: async (request) => countRequest(request, await readJson(request.http)),
  predictLongRunning: async ({ http, match, control, state }) =>
    jsonResponse(await startVideo(modelOf(match), await readJson(http), control.video, state.videos)),
  getOperation: describeOperation,
  getModelOperation: describeOperation,
  embedContent: async ({ http }) => jsonResponse({ embedding: embed(await readJson(http)) }),
  batchEmbedContents: async ({ http }) => jsonResponse({ embeddings: embedAll(await readJson(http)) }),
  transcribe: ({ http, control }) => transcribe(http, control),
  listModels: ({ models }) => jsonResponse({ models: models.map(describeModel) }),
  getModel: ({ match, models }) => jsonResponse(describeModel(findEntry(modelOf(match), 'getModel', models))),
  health: () => jsonResponse({ status: 'ok' }),
}

/** Maximum bytes of all uploaded files together. */
const maxFileBytes = 256 * 1024 * 1024

function createState(): DemoState {
  const memory = createByteStore(maxFileBytes)
  const files = new FileStore()
  return {
    videos: createVideoRenderer(),
    files,
    uploads: new Uploads(memory, files),
    variations: createVariationNumbers(),
  }
}

export function createDemoService(options: DemoOptions = {}): Send {
  const pace = readPace(options.pace)
  const state = createState()
  const models = options.models ?? (() => catalog)
  return async (request) => {
    const match = findRoute(request.method, request.path)
    try {
      const control = readControl(request, pace)
      await wait(control.delay, request.signal)
      if (request.signal.aborted) throw clientDisconnected()
      return splitResponse(await dispatch(request, match, { control, state, models: models() }), control)
    } catch (cause) {
      const error = isTooDeep(cause) ? tooDeepError(cause) : cause
      if (!(error instanceof ApiError) || error.code === 'CANCELLED') throw error
      return errorResponse(error, match?.route.dialect ?? 'gemini')
    }
  }
}

/** Bodies are read recursively, so nesting is limited by the stack. */
function isTooDeep(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack')
}

function tooDeepError(cause: unknown): ApiError {
  return new ApiError('INVALID_ARGUMENT', 'The body is nested too deeply.', { cause })
}

async function dispatch(
  request: HttpRequest,
  match: RouteMatch | undefined,
  { control, state, models }: Pick<DemoRequest, 'control' | 'state' | 'models'>,
): Promise<HttpResponse> {
  if (control.fail) throw toFailure(control)
  if (!match)
    throw new ApiError(
      'NOT_FOUND',
      `The demo has no route for ${request.method} ${request.path.split('?')[0]}.`,
    )
  const handle = handlers[match.id]
  if (!handle)
    throw new ApiError('UNIMPLEMENTED', `The demo doesn't support this route: ${match.route.summary}`)
  const method = verbOf(match.route)
  if (method) findEntry(modelOf(match), method, models)
  return handle({ http: request, match, control, state, models })
}

function modelOf({ values }: RouteMatch): string {
  return values.model ?? ''
}

/** Accepts both families of names. Throws NOT_FOUND if the model is unknown or does not have the method. */
function findEntry(model: string, method: string, models: readonly ModelEntry[]): ModelEntry {
  const entry = findModel(model, models)
  if (entry && (method === 'getModel' || methodsOfKind[entry.kind].includes(method))) return entry
  throw new ApiError(
    'NOT_FOUND',
    `models/${model} is not found for API version v1beta, or is not supported for ${method}. Call ListModels to see the list of available models and their supported methods.`,
  )
}

function describeModel(entry: ModelEntry) {
  const { id, displayName, description, inputTokenLimit, outputTokenLimit, kind } = entry
  return {
    name: `models/${toNeutralId(id)}`,
    displayName,
    description,
    ...(inputTokenLimit ? { inputTokenLimit } : {}),
    ...(outputTokenLimit ? { outputTokenLimit } : {}),
    supportedGenerationMethods: methodsOfKind[kind],
  }
}

async function readJson(request: HttpRequest): Promise<unknown> {
  const text = await readText(request.body)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError('INVALID_ARGUMENT', 'Invalid JSON payload received.', { cause })
  }
}

async function readGenerationRequest(
  { http, match, state, models }: DemoRequest,
  body: unknown,
): Promise<Generation> {
  const model = modelOf(match)
  const entry = findModel(model, models)
  return readGeneration({ model, entry }, body, await findFilesOf(body, state, hostOf(http)))
}

function contextOf({ http, control, state }: DemoRequest) {
  return { control, signal: http.signal, variations: state.variations }
}

async function countRequest(request: DemoRequest, body: unknown): Promise<HttpResponse> {
  const generation = await readGenerationRequest(request, objectField(body, 'generateContentRequest') ?? body)
  const { prompt, promptDetails } = startTally(generation)
  return jsonResponse({ totalTokens: prompt, promptTokensDetails: promptDetails })
}

function describeOperation({ http, match, state }: DemoRequest): HttpResponse {
  const prefix = http.path.slice(0, http.path.search(/\/(?:models|operations)\//))
  const root = `http://${hostOf(http)}${prefix}`
  return jsonResponse(readOperation(match.values.operation ?? '', state.videos, root))
}

/** The failure that the request's settings ask for. */
function toFailure({ fail, retryDelay }: Control): ApiError {
  const message = `Simulated error: ${fail}.`
  if (fail === 429) return tooManyRequests(message, retryDelay)
  return new ApiError(toErrorCode(fail), message, { http: fail })
}

/** Streams are split when their events are framed. */
function splitResponse(response: HttpResponse, { split }: Control): HttpResponse {
  const { body } = response
  if (split === 0 || !(body instanceof Uint8Array)) return response
  return { ...response, body: toAsync(splitBytes(body, split)) }
}

async function* toAsync(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks
}
