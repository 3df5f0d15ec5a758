// Any service with this same API as an upstream: paths and ids unchanged, the caller's credential replaced by its key.

import { routeList, verbOf } from '#shared/endpoints/routes'
import { ApiError } from '#shared/schemas/api-error'
import type { Answer, Call } from '#shared/wire/call'
import type { Limits, Upstream } from '../ports'
import { redactSecrets } from '../redact'
import { type BaseUrl, readApiBaseUrl, readBaseUrl } from './base-url'
import { readCertificates } from './certificates'
import { createDispatcher } from './dispatch'
import { toCallerHeaders, toUpstreamHeaders } from './header-lists'
import { followRedirects, isRedirect, openAddress, type Route } from './redirects'
import { retryReading } from './retry'

export interface ServiceAddresses {
  readonly baseUrl: string
  /** Root of the transcription endpoint; the same as `baseUrl` where absent. */
  readonly apiBaseUrl?: string | undefined
}

export interface ServiceUpstream extends Upstream {
  /** Closes idle connections and breaks off what is under way. */
  readonly close: () => Promise<void>
}

/** The verbs whose key the specification wants in the query; every other call bears it as a token. */
const queryVerbs = new Set(
  routeList.flatMap(([, route]) => (route.credential === 'query-or-header' ? [verbOf(route)] : [])),
)

/** `key` null sends no credential at all. Throws a TypeError where an address is no URL. */
export function createServiceUpstream(
  addresses: ServiceAddresses,
  key: string | null,
  limits: Pick<Limits, 'upstreamHeaders' | 'upstreamSilence'>,
): ServiceUpstream {
  const base = readBaseUrl(addresses.baseUrl)
  const apiBase = readApiBaseUrl(addresses.apiBaseUrl || addresses.baseUrl)
  const certificates = readCertificates()
  const dispatcher = createDispatcher({
    headersTimeout: limits.upstreamHeaders,
    bodyTimeout: limits.upstreamSilence,
    ...(certificates ? { certificates } : {}),
  })
  const route: Route = { sendTo: dispatcher.sendTo, hosts: [base.hostname, apiBase.hostname] }

  async function send(call: Call): Promise<Answer> {
    const target = call.path.startsWith('/v1/audio/') ? apiBase : base
    const outgoing = toUpstreamCall(call, target, key)
    const sendOnce = dispatcher.sendTo(target.origin)
    if (call.method !== 'GET' && call.method !== 'HEAD') return receive(await sendOnce(outgoing))
    const answer = await retryReading(() => sendOnce(outgoing), call.signal)
    const bare = { ...outgoing, headers: withoutKey(outgoing.headers) }
    const address = new URL(outgoing.path, target.origin)
    return receive(await followRedirects({ answer, address }, bare, route))
  }

  async function open(address: string, call: Call): Promise<Answer> {
    const bare = { ...call, headers: toUpstreamHeaders(call.headers, false) }
    const url = new URL(address)
    const answer = await retryReading(() => openAddress(url, bare, route), call.signal)
    return receive(await followRedirects({ answer, address: url }, bare, route))
  }

  return {
    kind: 'service',
    send,
    open,
    conceal: concealer(key, [base, apiBase]),
    close: dispatcher.close,
  }
}

function toUpstreamCall(call: Call, target: BaseUrl, key: string | null): Call {
  const flows = call.body !== null && !(call.body instanceof Uint8Array)
  const headers = toUpstreamHeaders(call.headers, flows)
  const path = target.path + call.path
  if (key === null) return { ...call, path, headers }
  if (!wantsQueryKey(call.path)) {
    headers.authorization = `Bearer ${key}`
    return { ...call, path, headers }
  }
  const joint = path.includes('?') ? '&' : '?'
  return { ...call, path: `${path}${joint}key=${encodeURIComponent(key)}`, headers }
}

function wantsQueryKey(path: string): boolean {
  const verb = /\/models\/[^?]*?(?::|%3A)(\w+)(?:\?|$)/i.exec(path)?.[1]
  return queryVerbs.has(verb)
}

function receive(answer: Answer): Answer {
  if (isRedirect(answer.status))
    throw new ApiError(
      'UNAVAILABLE',
      'The upstream redirects this call elsewhere. Enter the address it redirects to as the base URL.',
    )
  return { ...answer, headers: toCallerHeaders(answer.headers) }
}

function withoutKey(headers: Call['headers']): Call['headers'] {
  const { authorization: _, ...rest } = headers
  return rest
}

/** The key whole, then host names, then whatever else looks like a credential. */
function concealer(key: string | null, bases: readonly BaseUrl[]): (text: string) => string {
  const hosts = bases.flatMap((base) => [base.origin, new URL(base.origin).host, base.hostname])
  const names = [...new Set(hosts)].filter((name) => /[.:]/.test(name)).sort((a, b) => b.length - a.length)
  return (text) => {
    const keyless = key ? text.replaceAll(key, '…').replaceAll(encodeURIComponent(key), '…') : text
    return redactSecrets(names.reduce((clean, name) => clean.replaceAll(name, 'upstream'), keyless))
  }
}
