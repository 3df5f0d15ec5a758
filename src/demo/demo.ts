// The embedded model service: calls in the specification's API, answered in process, without a network.

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
  type FoundRoute,
  findRoute,
  hostOf,
} from './demo-request'
import { embed, embedAll } from './embeddings/embed'
import { createByteStore } from './files/byte-store'
import { FileStore } from './files/file-store'
import { findFilesOf } from './files/find-file'
import { fileHandlers } from './files/handle-files'
import { Uploads } from './files/uploads'
import { thinkAloud } from './generation/answer-chunks'
import { objectField } from './generation/fields'
import { type Generation, readGeneration } from './generation/read-request'
import { answerGeneration, clientGone, startTally, streamGeneration } from './generation/respond'
import { createVariationNumbers } from './images/variations'
import { wait } from './pace'
import { errorResponse, jsonResponse, splitBytes, tooManyRequests } from './responses'
import { readOperation, startVideo } from './video/operations'
import { createVideoRenderer } from './video/render-video'

interface DemoOptions {
  /** `instant`, or tokens per second; 60 if absent (see README.md). Throws a `RangeError` on anything else. */
  readonly pace?: string | number | undefined
  /** Read at each request; the catalogue if absent. */
  readonly models?: () => readonly ModelEntry[]
}

const handlers: Partial<Record<RouteId, DemoHandler>> = {
  ...fileHandlers,
  generateContent: async (request) =>
    answerGeneration(await read(request, await readJson(request.call)), contextOf(request)),
  streamGenerateContent: async (request) =>
    streamGeneration(thinkAloud(await read(request, await readJson(request.call))), contextOf(request)),
  countTokens: async (request) => countRequest(request, await readJson(request.call)),
  predictLongRunning: async ({ call, found, control, state }) =>
    jsonResponse(
      await startVideo(
        { model: modelOf(found), body: await readJson(call), lasts: control.video },
        state.videos,
      ),
    ),
  getOperation: describeOperation,
  getModelOperation: describeOperation,
  embedContent: async ({ call }) => jsonResponse({ embedding: embed(await readJson(call)) }),
  batchEmbedContents: async ({ call }) => jsonResponse({ embeddings: embedAll(await readJson(call)) }),
  transcribe: ({ call, control }) => transcribe(call, control),
  listModels: ({ models }) => jsonResponse({ models: models.map(describeModel) }),
  getModel: ({ found, models }) => jsonResponse(describeModel(findEntry(modelOf(found), 'getModel', models))),
  health: () => jsonResponse({ status: 'ok' }),
}

/** Bytes of uploaded files, all together. */
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
  return async (call) => {
    const found = findRoute(call.method, call.path)
    try {
      const control = readControl(call, pace)
      await wait(control.delay, call.signal)
      if (call.signal.aborted) throw clientGone()
      return splitAnswer(await answer(call, found, { control, state, models: models() }), control)
    } catch (thrown) {
      const error = isTooDeep(thrown) ? tooDeep(thrown) : thrown
      if (!(error instanceof ApiError) || error.code === 'CANCELLED') throw error
      return errorResponse(error, found?.route.dialect ?? 'gemini')
    }
  }
}

/** The service reads what it is sent recursively, down to whatever depth the stack allows. */
function isTooDeep(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack')
}

function tooDeep(cause: unknown): ApiError {
  return new ApiError('INVALID_ARGUMENT', 'The body is nested too deeply.', { cause })
}

async function answer(
  call: HttpRequest,
  found: FoundRoute | undefined,
  { control, state, models }: Pick<DemoRequest, 'control' | 'state' | 'models'>,
): Promise<HttpResponse> {
  if (control.fail) throw makeFailure(control)
  if (!found)
    throw new ApiError('NOT_FOUND', `The demo has no route for ${call.method} ${call.path.split('?')[0]}.`)
  const handle = handlers[found.id]
  if (!handle)
    throw new ApiError('UNIMPLEMENTED', `The demo doesn't support this route: ${found.route.summary}`)
  const verb = verbOf(found.route)
  if (verb) findEntry(modelOf(found), verb, models)
  return handle({ call, found, control, state, models })
}

function modelOf({ values }: FoundRoute): string {
  return values.model ?? ''
}

/** Accepts both families of names. Throws NOT_FOUND if there is no such model, or it does not have the method. */
function findEntry(model: string, verb: string, models: readonly ModelEntry[]): ModelEntry {
  const entry = findModel(model, models)
  if (entry && (verb === 'getModel' || methodsOfKind[entry.kind].includes(verb))) return entry
  throw new ApiError(
    'NOT_FOUND',
    `models/${model} is not found for API version v1beta, or is not supported for ${verb}. Call ListModels to see the list of available models and their supported methods.`,
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

async function readJson(call: HttpRequest): Promise<unknown> {
  const text = await readText(call.body)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError('INVALID_ARGUMENT', 'Invalid JSON payload received.', { cause })
  }
}

async function read({ call, found, state, models }: DemoRequest, body: unknown): Promise<Generation> {
  const model = modelOf(found)
  const entry = findModel(model, models)
  return readGeneration({ model, entry }, body, await findFilesOf(body, { state, host: hostOf(call) }))
}

function contextOf({ call, control, state }: DemoRequest) {
  return { control, signal: call.signal, variations: state.variations }
}

async function countRequest(request: DemoRequest, body: unknown): Promise<HttpResponse> {
  const generation = await read(request, objectField(body, 'generateContentRequest') ?? body)
  const { prompt, promptDetails } = startTally(generation)
  return jsonResponse({ totalTokens: prompt, promptTokensDetails: promptDetails })
}

function describeOperation({ call, found, state }: DemoRequest): HttpResponse {
  const prefix = call.path.slice(
    0,
    call.path.indexOf('/models/') >= 0 ? call.path.indexOf('/models/') : call.path.indexOf('/operations/'),
  )
  const host = `http://${hostOf(call)}`
  return jsonResponse(readOperation(found.values.operation ?? '', { videos: state.videos, prefix, host }))
}

/** The failure that the request asks for. */
function makeFailure({ fail, retryDelay }: Control): ApiError {
  const message = `Simulated error: ${fail}.`
  if (fail === 429) return tooManyRequests(message, retryDelay)
  return new ApiError(toErrorCode(fail), message, { http: fail })
}

/** Streams are split when their events are framed. */
function splitAnswer(answered: HttpResponse, { split }: Control): HttpResponse {
  const { body } = answered
  if (split === 0 || !(body instanceof Uint8Array)) return answered
  return { ...answered, body: toAsync(splitBytes(body, split)) }
}

async function* toAsync(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks
}
