// An OpenAI-compatible server as an upstream: requests in Google's dialect are translated, those in OpenAI's passed through.
import { dialectOf } from '#shared/endpoints/routes'
import { guessServer, type ServerFeatures, servers } from '#shared/models/openai-servers'
import { ApiError, toErrorCode, toOpenAiBody } from '#shared/schemas/api-error'
import type { ServerName } from '#shared/schemas/upstream'
import { type BaseUrl, decodeLoosely, readOpenAiBaseUrl } from '#shared/wire/base-url'
import {
  type HttpHeaders,
  type HttpRequest,
  type HttpResponse,
  type RequestSignal,
  withUpstreamModel,
} from '#shared/wire/http'
import { tryParseJson } from '#shared/wire/json-objects'
import { readBody, readErrorBytes } from '#shared/wire/read-body'
import { toBuffer } from '../bytes'
import { toShortCallId } from '../gemini-to-openai/chat-messages'
import { explainRename, readServerError } from '../gemini-to-openai/server-errors'
import {
  checkKind,
  checkVerb,
  type TranslateRequest,
  translateRequest,
  unsupported,
} from '../gemini-to-openai/translate-request'
import { readServerJson, translateResponse, withJson } from '../gemini-to-openai/translate-response'
import { findStrings, type JsonString, type Splice, spliceBytes } from '../json-strings'
import type { Outbound, Upstream } from '../ports'
import { createUpstreamRedactor } from '../redaction/text'
import { forwardRequest, type OutboundRoute } from './forward'
import { renameInForm, withLengthChange } from './rename-in-form'
import { getSecret, type ProviderKey, requireKey } from './require-key'
import { type ListSettings, listAllModels, openListedModels } from './server-models'

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
  const { redact, holdsKey } = createUpstreamRedactor([getSecret(settings.key)], [base])
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
    listModels: async (signal) => listAllModels(await models.list(signal), settings),
  }
}

/** Throws an `ApiError` if there is no key to send, or it must not be sent to this server. */
function createCredential(key: ProviderKey, base: BaseUrl): () => HttpHeaders {
  if (key === null || key === '') return () => ({})
  const readKey = requireKey('OpenAI-compatible server', key)
  return () => ({ authorization: `Bearer ${readKey(base.origin)}` })
}

/** Returns the model as the client named it, decoded, without `models/`. Throws INVALID_ARGUMENT for other paths. */
function readCall(path: string, server: ServerFeatures) {
  const pathname = decodeLoosely(path.replace(/\?.*$/s, ''))
  const [, model, verb] = /^(?:\/v1)?\/v1beta\/models\/(?:models\/)?(.+):(\w+)$/.exec(pathname) ?? []
  if (model && verb) return { model, verb }
  throw unsupported(server, "can't store files. Send them as inlineData.")
}

const modelFilter = { names: new Set(['model']), paths: /^model$/, skipped: new Set(['messages', 'tools']) }

const callIdFilter = {
  names: new Set(['id', 'tool_call_id']),
  paths: /^messages\[\d+\]\.(?:tool_calls\[\d+\]\.id|tool_call_id)$/,
  skipped: new Set(['content', 'tools']),
}

interface RenamedRequest {
  readonly body: Uint8Array
  /** As the client named the model; undefined if it named none. */
  readonly requested: string | undefined
  readonly sent: string | undefined
}

/** `bytes` must be valid JSON. Also shortens the IDs of calls; no other byte is changed. */
async function renameModel(
  bytes: Uint8Array,
  resolve: (name: string) => Promise<string>,
): Promise<RenamedRequest> {
  const buffer = toBuffer(bytes)
  const names = await findStrings(buffer, modelFilter)
  // Parsers read the last one of several members with the same name.
  const requested = names.at(-1)?.text
  const sent = requested === undefined ? undefined : await resolve(requested)
  const renamed = sent === requested ? [] : names.map((name) => replace(name, sent ?? ''))
  const ids = buffer.includes('"tool_calls"') ? await findStrings(buffer, callIdFilter) : []
  const shortened = ids.filter(({ text }) => toShortCallId(text) !== text)
  const splices = [...renamed, ...shortened.map((id) => replace(id, toShortCallId(id.text)))]
  if (splices.length === 0) return { body: bytes, requested, sent }
  splices.sort((one, other) => one.start - other.start)
  return { body: await spliceBytes(buffer, splices), requested, sent }
}

function replace({ start, end }: JsonString, text: string): Splice {
  return { start, end, text: JSON.stringify(text) }
}

/** Says what an unknown model was sent as, and converts errors that are not in OpenAI's form. */
async function explainServerError(
  response: HttpResponse,
  { requested, sent }: Partial<Pick<RenamedRequest, 'requested' | 'sent'>>,
): Promise<HttpResponse> {
  const { status } = response
  if (status < 400) return response
  const bytes = await readErrorBytes(response.body)
  const error = readServerError(tryParseJson(new TextDecoder().decode(bytes)))
  if (!error) return { ...response, body: bytes }
  const message = status === 404 ? explainRename(error.message, requested, sent) : error.message
  if (message === error.message && hasOpenAiForm(bytes)) return { ...response, body: bytes }
  const body = toOpenAiBody(new ApiError(toErrorCode(status), message, { http: status }))
  return withJson(response, body, status)
}

function hasOpenAiForm(bytes: Uint8Array): boolean {
  const { error } = Object(tryParseJson(new TextDecoder().decode(bytes))) as { error?: unknown }
  return typeof Object(error).message === 'string'
}
