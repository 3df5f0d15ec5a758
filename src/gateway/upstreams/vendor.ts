// The vendor APIs as one upstream: the Gemini API and, for transcription, the OpenAI API, behind the specification's names (decisions §10).
import { resolveModel } from '#shared/models/aliases'
import type { Alias } from '#shared/schemas/custom-model'
import { type BaseUrl, readBaseUrl } from '#shared/wire/base-url'
import type { HttpHeaders, HttpRequest, HttpResponse } from '#shared/wire/http'
import type { Outbound } from '../outbound/outbound'
import type { Upstream } from '../ports'
import { forwardRequest, forwardToUrl, type OutboundRoute } from './forward'
import { createRedactor } from './redactor'
import { renameInForm } from './rename-in-form'
import { getSecret, type ProviderKey, requireKey } from './require-key'
import { explainUnknownModel, renameInJson, toVendorPath } from './vendor-models'

export interface VendorSettings {
  readonly geminiUrl: string
  readonly openAiUrl: string
  readonly geminiKey: ProviderKey
  readonly openAiKey: ProviderKey
  /** The user's own. */
  readonly aliases: readonly Alias[]
}

/** Throws a TypeError if an address is no URL. */
export function createVendorUpstream(settings: VendorSettings, outbound: Outbound): Upstream {
  const { aliases, geminiKey, openAiKey } = settings
  const geminiBase = readBaseUrl(settings.geminiUrl)
  const openAiBase = readBaseUrl(settings.openAiUrl)
  const { redact, holdsKey } = createRedactor(
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

  async function send(call: HttpRequest): Promise<HttpResponse> {
    const { api, path, model } = toVendorPath(call.path, rename)
    if (api === 'gemini') {
      const body =
        call.body instanceof Uint8Array && model ? await renameInJson(call.body, rename) : call.body
      const answer = await sendTo(gemini, { ...call, path, body })
      return model ? await explainUnknownModel(answer, model, aliases) : answer
    }
    return isForm(call) ? await sendForm({ ...call, path }) : await sendTo(openAi, { ...call, path })
  }

  async function sendForm(call: HttpRequest): Promise<HttpResponse> {
    // Refused before the caller's form is begun.
    openAi.toCredential()
    const form = await renameInForm(call.body, call.headers['content-type'] ?? '', rename)
    try {
      const headers = withGrowth(call.headers, form.growth)
      const answer = await sendTo(openAi, { ...call, headers, body: form.body })
      const names = form.names()
      return names ? await explainUnknownModel(answer, names, aliases) : answer
    } catch (error) {
      await form.leave()
      throw error
    }
  }

  /** The Gemini API's own addresses are its routes, key included; a signed link elsewhere needs none. */
  async function open(address: string, call: HttpRequest): Promise<HttpResponse> {
    const url = new URL(address)
    const path = url.pathname + url.search
    const isOwn = url.origin === geminiBase.origin && path.startsWith(`${geminiBase.path}/`)
    if (isOwn) return await send({ ...call, path: path.slice(geminiBase.path.length) })
    return await forwardToUrl(url, call, gemini.route)
  }

  return { id: 'vendor', kind: 'vendor', hasBatches: true, send, open, redact }
}

interface VendorApi {
  readonly base: BaseUrl
  readonly route: OutboundRoute
  /** Throws FAILED_PRECONDITION if the API has no key that may be sent to it. */
  readonly toCredential: () => HttpHeaders
}

async function sendTo({ base, route, toCredential }: VendorApi, call: HttpRequest): Promise<HttpResponse> {
  const target = { origin: base.origin, path: base.path + call.path, credential: toCredential() }
  return await forwardRequest(call, target, route)
}

function isForm({ headers, body }: HttpRequest): boolean {
  return body !== null && (headers['content-type'] ?? '').toLowerCase().startsWith('multipart/form-data')
}

/** If the new length is unknown, the form is sent in chunks. */
function withGrowth(headers: HttpHeaders, growth: number | null): HttpHeaders {
  const { 'content-length': announced, ...others } = headers
  if (announced === undefined || growth === null) return others
  return { ...others, 'content-length': String(Number(announced) + growth) }
}
