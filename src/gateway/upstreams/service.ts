// A compatible service as an upstream: paths and ids stay, the client's credential is replaced by the service's key.
import { routeList, verbOf } from '#shared/endpoints/routes'
import { readBaseUrl } from '#shared/wire/base-url'
import type { HttpHeaders, HttpRequest, HttpResponse } from '#shared/wire/http'
import type { Outbound, Upstream } from '../ports'
import { createUpstreamRedactor } from '../redaction/text'
import { forwardRequest, forwardToUrl, type OutboundRoute } from './forward'
import { getSecret, type ProviderKey, requireKey } from './require-key'

export interface ServiceSettings {
  /** Id of the service profile. */
  readonly id: string
  readonly baseUrl: string
  /** Base URL of the transcription endpoint; `baseUrl` if absent. */
  readonly apiBaseUrl?: string | undefined
  readonly key: ProviderKey
}

/** The verbs for which the specification requires the key in the query; all others send a bearer token. */
const queryVerbs = new Set(
  routeList.flatMap(([, route]) => (route.credential === 'query-or-header' ? [verbOf(route)] : [])),
)

/** Throws a TypeError if a base URL is invalid. */
export function createServiceUpstream(settings: ServiceSettings, outbound: Outbound): Upstream {
  const base = readBaseUrl(settings.baseUrl)
  const apiBase = readBaseUrl(settings.apiBaseUrl || settings.baseUrl)
  const readKey = requireKey('custom service', settings.key)
  const { redact, holdsKey } = createUpstreamRedactor([getSecret(settings.key)], [base, apiBase])
  const origins = [base.origin, apiBase.origin]
  const route: OutboundRoute = { send: outbound.send, origins, holdsKey }

  function send(request: HttpRequest): Promise<HttpResponse> {
    const target = request.path.startsWith('/v1/audio/') ? apiBase : base
    return sendWithKey(request, target.path + request.path, target.origin)
  }

  function sendWithKey(request: HttpRequest, path: string, origin: string): Promise<HttpResponse> {
    try {
      return forwardRequest(request, { origin, ...addKey(path, readKey(origin)) }, route)
    } catch (error) {
      return Promise.reject(error)
    }
  }

  /** URLs of the service itself need the key; a signed link to another host does not. */
  async function open(href: string, request: HttpRequest): Promise<HttpResponse> {
    const url = new URL(href)
    if (url.origin === base.origin) return await sendWithKey(request, url.pathname + url.search, base.origin)
    return await forwardToUrl(url, request, route)
  }

  return { id: settings.id, kind: 'service', send, open, redact }
}

function addKey(path: string, key: string): { readonly path: string; readonly credential: HttpHeaders } {
  if (!needsQueryKey(path)) return { path, credential: { authorization: `Bearer ${key}` } }
  const separator = path.includes('?') ? '&' : '?'
  return { path: `${path}${separator}key=${encodeURIComponent(key)}`, credential: {} }
}

function needsQueryKey(path: string): boolean {
  const verb = /\/models\/[^?]*?(?::|%3A)(\w+)(?:\?|$)/i.exec(path)?.[1]
  return queryVerbs.has(verb)
}
