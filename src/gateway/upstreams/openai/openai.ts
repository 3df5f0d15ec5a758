// An OpenAI-compatible server as an upstream: requests in Google's dialect are translated, those in OpenAI's passed through.
import { dialectOf } from '#shared/endpoints/routes'
import { catalog } from '#shared/models/catalog'
import { type ServerFeatures, servers } from '#shared/models/server-features'
import { guessServer } from '#shared/models/server-presets'
import type { ServerName } from '#shared/schemas/openai-profile'
import { type BaseUrl, readOpenAiBaseUrl } from '#shared/wire/base-url'
import type { HttpHeaders, HttpRequest, HttpResponse, RequestSignal } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import { withUpstreamModel } from '#shared/wire/upstream-model'
import type { Outbound } from '../../outbound/outbound'
import type { Upstream } from '../../ports'
import { forwardRequest, type OutboundRoute } from '../forward'
import { createRedactor } from '../redactor'
import { renameInForm, withLengthChange } from '../rename-in-form'
import { getSecret, type ProviderKey, requireKey } from '../require-key'
import { type ListSettings, openListedModels } from './listed-models'
import { explainServerError, renameModel } from './relay-json'
import { listAllModels } from './server-models'
import {
  checkKind,
  checkVerb,
  type TranslateRequest,
  translateRequest,
  unsupported,
} from './translate-request'
import { readServerJson, translateResponse } from './translate-response'

export interface OpenAiSettings extends ListSettings {
  readonly id: string
  /** With `/v1` or what the server has in its place. */
  readonly baseUrl: string
  /** Local servers need none. */
  readonly key: ProviderKey
  /** Guessed from the URL if absent. */
  readonly server?: ServerName | undefined
  /** Tokens are counted by a request for one token, which may be billed. Otherwise, they are not counted. */
  readonly countsTokens?: boolean | undefined
}

const googleHeaders = ['x-goog-api-client']
/** They name the client's account at OpenAI. */
const accountHeaders = ['openai-organization', 'openai-project']

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
  const models = openListedModels(settings, requestModels)

  async function forward(request: HttpRequest, path: string): Promise<HttpResponse> {
    const headers = { ...request.headers }
    for (const header of foreignHeaders) delete headers[header]
    const target = { origin: base.origin, path: base.path + path, credential: toCredential() }
    return await forwardRequest({ ...request, headers }, target, route)
  }

  async function requestModels(signal: RequestSignal): Promise<unknown> {
    const request: HttpRequest = { method: 'GET', path: '/models', headers: {}, body: null, signal }
    return await readServerJson(await forward(request, '/models'), redact)
  }

  async function send(request: HttpRequest): Promise<HttpResponse> {
    if (dialectOf(request.path) === 'openai')
      return await passThrough(request, request.path.slice('/v1'.length))
    const { model: requested, verb } = readCall(request.path, server)
    checkVerb(verb, options)
    const { id: model, kind } = await models.resolve(requested, request.signal)
    const call = { verb, requested, model, kind }
    checkKind(call, options)
    const translated = await translate(await readBody(request.body), call, options)
    const { path, contentType, accept, body } = translated
    const headers = { ...request.headers, 'content-type': contentType, accept }
    const response = await forward({ ...request, headers, body }, path)
    return withUpstreamModel(await translateResponse(response, call, translated), model)
  }

  /** In OpenAI's dialect, only names of models are changed, because clients may use those of the specification. */
  async function passThrough(request: HttpRequest, path: string): Promise<HttpResponse> {
    const contentType = request.headers['content-type'] ?? ''
    if (request.body instanceof Uint8Array) return await passJson(request, request.body, path)
    if (!/^multipart\/form-data/i.test(contentType)) return await forward(request, path)
    let problem: unknown
    const form = await renameInForm(request.body, contentType, async (name) => {
      try {
        return (await models.resolve(name, request.signal)).id
      } catch (error) {
        problem = error
        throw error
      }
    })
    try {
      const headers = withLengthChange(request.headers, form.lengthChange)
      const response = await forward({ ...request, headers, body: form.body }, path)
      const names = form.names()
      return withUpstreamModel(await explainServerError(response, names ?? {}), names?.sent)
    } catch (error) {
      await form.cancel()
      // The form was cut off because of it.
      throw problem ?? error
    }
  }

  async function passJson(request: HttpRequest, bytes: Uint8Array, path: string): Promise<HttpResponse> {
    const renamed = await renameModel(bytes, async (name) => (await models.resolve(name, request.signal)).id)
    const { 'content-length': _, ...headers } = request.headers
    const response = await forward({ ...request, headers, body: renamed.body }, path)
    return withUpstreamModel(await explainServerError(response, renamed), renamed.sent)
  }

  return {
    id: settings.id,
    kind: 'openai',
    hasBatches: true,
    speaksOpenAi: true,
    send,
    redact,
    listModels: async (signal) => listAllModels(await models.list(signal), settings, catalog),
  }
}

/** Throws an `ApiError` if there is no key to send, or it must not be sent to this server. */
function createCredential(key: ProviderKey, base: BaseUrl): () => HttpHeaders {
  if (key === null || key === '') return () => ({})
  const readKey = requireKey('OpenAI-compatible server', key)
  return () => ({ authorization: `Bearer ${readKey(base.origin)}` })
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
