// The vendor APIs as one upstream: Gemini and, for transcription, OpenAI, with mapped model names (decisions §10).
import { resolveModel } from '#shared/models/aliases'
import type { Alias } from '#shared/schemas/model'
import { type BaseUrl, readBaseUrl } from '#shared/wire/base-url'
import { type HttpHeaders, type HttpRequest, type HttpResponse, withUpstreamModel } from '#shared/wire/http'
import type { Outbound, Upstream } from '../ports'
import { createUpstreamRedactor } from '../redaction/text'
import { forwardRequest, forwardToUrl, type OutboundRoute } from './forward'
import { renameInForm, withLengthChange } from './rename-in-form'
import { getSecret, type ProviderKey, requireKey } from './require-key'
import { explainUnknownModel, type ModelNames, renameInJson, toVendorPath } from './vendor-models'

export interface VendorSettings {
  readonly geminiUrl: string
  readonly openAiUrl: string
  readonly geminiKey: ProviderKey
  readonly openAiKey: ProviderKey
  /** Added by the user. */
  readonly aliases: readonly Alias[]
}

/** Throws a TypeError if a base URL is invalid. */
export function createVendorUpstream(settings: VendorSettings, outbound: Outbound): Upstream {
  const { aliases, geminiKey, openAiKey } = settings
  const geminiBase = readBaseUrl(settings.geminiUrl)
  const openAiBase = readBaseUrl(settings.openAiUrl)
  const { redact, holdsKey } = createUpstreamRedactor(
    [getSecret(geminiKey), getSecret(openAiKey)],
    [geminiBase, openAiBase],
  )
  const readGeminiKey = requireKey('Gemini API', geminiKey)
  const readOpenAiKey = requireKey('OpenAI API', openAiKey)
  const rename = (model: string): string => resolveModel(model, aliases).id
  const toApi = (base: BaseUrl, toCredential: () => HttpHeaders): VendorApi => {
    return { base, route: { send: outbound.send, origins: [base.origin], holdsKey }, toCredential }
  }
  const gemini = toApi(geminiBase, () => ({ 'x-goog-api-key': readGeminiKey(geminiBase.origin) }))
  const openAi = toApi(openAiBase, () => ({ authorization: `Bearer ${readOpenAiKey(openAiBase.origin)}` }))

  const explain = async (response: HttpResponse, names: ModelNames): Promise<HttpResponse> =>
    withUpstreamModel(await explainUnknownModel(response, names, aliases), names.sent)

  async function send(request: HttpRequest): Promise<HttpResponse> {
    const { api, path, model } = toVendorPath(request.path, rename)
    if (api === 'gemini') {
      const body =
        request.body instanceof Uint8Array && model ? await renameInJson(request.body, rename) : request.body
      const response = await sendTo(gemini, { ...request, path, body })
      return model ? await explain(response, model) : response
    }
    return isForm(request) ? await sendForm({ ...request, path }) : await sendTo(openAi, { ...request, path })
  }

  async function sendForm(request: HttpRequest): Promise<HttpResponse> {
    // A missing key is reported before the client's form is read.
    openAi.toCredential()
    const form = await renameInForm(request.body, request.headers['content-type'] ?? '', rename)
    try {
      const headers = withLengthChange(request.headers, form.lengthChange)
      const response = await sendTo(openAi, { ...request, headers, body: form.body })
      const modelNames = form.names()
      return modelNames ? await explain(response, modelNames) : response
    } catch (error) {
      await form.cancel()
      throw error
    }
  }

  /** URLs of the Gemini API itself need the key; a signed link to another host does not. */
  async function open(href: string, request: HttpRequest): Promise<HttpResponse> {
    const url = new URL(href)
    const path = url.pathname + url.search
    const isApiUrl = url.origin === geminiBase.origin && path.startsWith(`${geminiBase.path}/`)
    if (isApiUrl) return await send({ ...request, path: path.slice(geminiBase.path.length) })
    return await forwardToUrl(url, request, gemini.route)
  }

  return { id: 'vendor', kind: 'vendor', hasBatches: true, send, open, redact }
}

interface VendorApi {
  readonly base: BaseUrl
  readonly route: OutboundRoute
  /** Throws FAILED_PRECONDITION if the API has no key that may be sent to it. */
  readonly toCredential: () => HttpHeaders
}

async function sendTo({ base, route, toCredential }: VendorApi, request: HttpRequest): Promise<HttpResponse> {
  const target = { origin: base.origin, path: base.path + request.path, credential: toCredential() }
  return await forwardRequest(request, target, route)
}

function isForm({ headers, body }: HttpRequest): boolean {
  return body !== null && (headers['content-type'] ?? '').toLowerCase().startsWith('multipart/form-data')
}
