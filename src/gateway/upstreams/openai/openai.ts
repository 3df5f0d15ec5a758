// An OpenAI-compatible server as an upstream: requests in Google's dialect are translated, those in OpenAI's passed through.
import { dialectOf } from '#shared/endpoints/routes'
import { catalog, type ModelEntry } from '#shared/models/catalog'
import { type ServerFeatures, servers } from '#shared/models/server-features'
import { guessServer } from '#shared/models/server-presets'
import { ApiError } from '#shared/schemas/api-error'
import type { ServerName } from '#shared/schemas/openai-profile'
import { checkTimeoutSeconds } from '#shared/schemas/upstream-report'
import { type BaseUrl, readOpenAiBaseUrl } from '#shared/wire/base-url'
import type { HttpHeaders, HttpRequest, HttpResponse, RequestSignal } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import type { Outbound } from '../../outbound/outbound'
import type { Upstream } from '../../ports'
import { forwardRequest, type OutboundRoute } from '../forward'
import { createRedactor } from '../redactor'
import { renameInForm } from '../rename-in-form'
import { getSecret, type ProviderKey, requireKey } from '../require-key'
import { explainServerError, renameModel } from './relay-json'
import {
  listAllModels,
  type ModelSettings,
  needsModelList,
  type ResolvedModel,
  readModelList,
  resolveModel,
} from './server-models'
import {
  checkKind,
  checkVerb,
  type TranslateRequest,
  translateRequest,
  unsupported,
} from './translate-request'
import { readServerJson, translateResponse } from './translate-response'

export interface OpenAiSettings extends ModelSettings {
  readonly id: string
  /** With `/v1` or what the server has in its place. */
  readonly baseUrl: string
  /** Local servers need none. */
  readonly key: ProviderKey
  /** Guessed from the URL if absent. */
  readonly server?: ServerName | undefined
  /** Tokens are counted by a request for one token, which may be billed. Otherwise, they are not counted. */
  readonly countsTokens?: boolean | undefined
  /** Milliseconds for the list of models, instead of the time that a response may take. */
  readonly listTimeoutMs?: number
}

const googleHeaders = ['x-goog-api-client']
/** They name the client's account at OpenAI. */
const accountHeaders = ['openai-organization', 'openai-project']

const defaultListTimeoutMs = checkTimeoutSeconds * 1000

/** Milliseconds for which a list of models is used again. */
const listLifetimeMs = 30_000

/** Throws a TypeError if the base URL is invalid. By default, requests are translated in this thread. */
export function createOpenAiUpstream(
  settings: OpenAiSettings,
  outbound: Outbound,
  translate: TranslateRequest = translateRequest,
): Upstream {
  const base = readOpenAiBaseUrl(settings.baseUrl)
  const { redact, holdsKey } = createRedactor([getSecret(settings.key)], [base])
  const name = settings.server ?? guessServer(base.origin)
  const server = servers[name]
  const foreignHeaders = name === 'openai' ? googleHeaders : [...googleHeaders, ...accountHeaders]
  const route: OutboundRoute = { send: outbound.send, origins: [base.origin], holdsKey }
  const toCredential = createCredential(settings.key, base)
  const options = { server, countsTokens: settings.countsTokens ?? false }
  let listed: { readonly at: number; readonly models: readonly ModelEntry[] } | undefined

  async function forward(request: HttpRequest, path: string): Promise<HttpResponse> {
    const headers = { ...request.headers }
    for (const header of foreignHeaders) delete headers[header]
    const target = { origin: base.origin, path: base.path + path, credential: toCredential() }
    return await forwardRequest({ ...request, headers }, target, route)
  }

  async function listServerModels(signal: RequestSignal): Promise<readonly ModelEntry[]> {
    const body = await withListTimeout(signal, settings.listTimeoutMs ?? defaultListTimeoutMs, requestModels)
    const models = readModelList(body, settings)
    if (!models) throw noModelList()
    listed = { at: Date.now(), models }
    return models
  }

  async function requestModels(signal: RequestSignal): Promise<unknown> {
    const request: HttpRequest = { method: 'GET', path: '/models', headers: {}, body: null, signal }
    return await readServerJson(await forward(request, '/models'), redact)
  }

  async function listRecentModels(signal: RequestSignal): Promise<readonly ModelEntry[]> {
    const isRecent = listed !== undefined && Date.now() - listed.at < listLifetimeMs
    return isRecent && listed ? listed.models : await listServerModels(signal)
  }

  /** A default model needs no list, and a server may have none. */
  async function tryListRecentModels(signal: RequestSignal) {
    try {
      return { models: await listRecentModels(signal), listProblem: undefined }
    } catch (listProblem) {
      return { models: [], listProblem }
    }
  }

  async function send(request: HttpRequest): Promise<HttpResponse> {
    if (dialectOf(request.path) === 'openai')
      return await passThrough(request, request.path.slice('/v1'.length))
    const { model: requested, verb } = readCall(request.path, server)
    checkVerb(verb, options)
    const { id: model, kind } = await resolve(requested, request.signal)
    const call = { verb, requested, model, kind }
    checkKind(call, options)
    const translated = await translate(await readBody(request.body), call, options)
    const { path, contentType, accept, body } = translated
    const headers = { ...request.headers, 'content-type': contentType, accept }
    const response = await forward({ ...request, headers, body }, path)
    return await translateResponse(response, call, translated)
  }

  async function resolve(name: string, signal: RequestSignal): Promise<ResolvedModel> {
    if (!needsModelList(name, settings)) return resolveModel(name, settings, [])
    const { models, listProblem } = await tryListRecentModels(signal)
    try {
      return resolveModel(name, settings, models)
    } catch (error) {
      throw listProblem ?? error
    }
  }

  /** In OpenAI's dialect, only names of models are changed, because clients may use those of the specification. */
  async function passThrough(request: HttpRequest, path: string): Promise<HttpResponse> {
    const contentType = request.headers['content-type'] ?? ''
    if (request.body instanceof Uint8Array) return await passJson(request, request.body, path)
    if (!/^multipart\/form-data/i.test(contentType)) return await forward(request, path)
    // A server without a list may transcribe anyway, under its own name of the model.
    const { models, listProblem } = await tryListRecentModels(request.signal)
    let problem: unknown
    const form = await renameInForm(request.body, contentType, (name) => {
      try {
        return resolveModel(name, settings, models).id
      } catch (error) {
        problem = listProblem ?? error
        return name
      }
    })
    try {
      if (problem) throw problem
      const { 'content-length': _, ...headers } = request.headers
      const response = await forward({ ...request, headers, body: form.body }, path)
      return await explainServerError(response, {})
    } catch (error) {
      await form.cancel()
      throw error
    }
  }

  async function passJson(request: HttpRequest, bytes: Uint8Array, path: string): Promise<HttpResponse> {
    const renamed = await renameModel(bytes, async (name) => (await resolve(name, request.signal)).id)
    const { 'content-length': _, ...headers } = request.headers
    const response = await forward({ ...request, headers, body: renamed.body }, path)
    return await explainServerError(response, renamed)
  }

  return {
    id: settings.id,
    kind: 'openai',
    hasBatches: true,
    speaksOpenAi: true,
    send,
    redact,
    listModels: async (signal) => listAllModels(await listServerModels(signal), settings, catalog),
  }
}

/** Throws an `ApiError` if there is no key to send, or it must not be sent to this server. */
function createCredential(key: ProviderKey, base: BaseUrl): () => HttpHeaders {
  if (key === null || key === '') return () => ({})
  const readKey = requireKey('OpenAI-compatible server', key)
  return () => ({ authorization: `Bearer ${readKey(base.origin)}` })
}

/** Throws DEADLINE_EXCEEDED if `work` takes longer. Aborts it then, and with the client's signal. */
async function withListTimeout<Result>(
  client: RequestSignal,
  timeoutMs: number,
  work: (signal: RequestSignal) => Promise<Result>,
): Promise<Result> {
  const abort = new AbortController()
  const stop = (): void => abort.abort()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    stop()
  }, timeoutMs)
  client.addEventListener('abort', stop)
  if (client.aborted) stop()
  try {
    return await work(abort.signal)
  } catch (error) {
    if (isLate) throw listTimedOut(timeoutMs / 1000)
    throw error
  } finally {
    clearTimeout(timer)
    client.removeEventListener('abort', stop)
  }
}

interface Call {
  /** As the client named it, decoded, without `models/`. */
  readonly model: string
  readonly verb: string
}

/** Throws INVALID_ARGUMENT for a path that is not a call of a model. */
function readCall(path: string, server: ServerFeatures): Call {
  const pathname = decode(path.replace(/\?.*$/s, ''))
  const [, model, verb] = /^(?:\/v1)?\/v1beta\/models\/(?:models\/)?(.+):(\w+)$/.exec(pathname) ?? []
  if (model && verb) return { model, verb }
  throw unsupported(server, "can't store files. Send them as inlineData.")
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function noModelList(): ApiError {
  return new ApiError(
    'UNAVAILABLE',
    "The provider's list of models isn't in the format of the OpenAI API. Check the base URL.",
    { reason: 'connection' },
  )
}

function listTimedOut(seconds: number): ApiError {
  const problem = `The provider didn't list its models within ${seconds} seconds.`
  const advice = 'Check the base URL and the proxy, and whether the server is busy or still loading a model.'
  return new ApiError('DEADLINE_EXCEEDED', `${problem} ${advice}`, { reason: 'connection' })
}
