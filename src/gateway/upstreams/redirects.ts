// Follows the redirects of a download by hand: to allowed hosts only, and with the key at the API's own address alone.
import { ApiError } from '#shared/schemas/api-error'
import type { Answer, Call, Send } from '#shared/wire/call'
import { withoutKeyHeaders, withoutQueryKey } from './header-lists'

const mostHops = 5

/** The storage services behind signed links, with the buckets below them; never a whole cloud: machines have names there. */
const storageHosts: readonly RegExp[] = [
  /^(?:[\w.-]+\.)?storage\.googleapis\.com$/,
  /^generativelanguage\.googleapis\.com$/,
  /^(?:lh3|video-downloads)\.googleusercontent\.com$/,
  /^(?:[\w.-]+\.)?s3(?:[.-](?:dualstack\.)?[a-z]{2}(?:-[a-z]+){1,2}-\d)?\.amazonaws\.com$/,
  /^[\w-]+\.cloudfront\.net$/,
  /^(?:[\w.-]+\.)?r2\.cloudflarestorage\.com$/,
  /^[\w-]+\.blob\.core\.windows\.net$/,
]

export interface Route {
  readonly sendTo: (origin: string) => Send
  /** The upstream's own, allowed beside the storage hosts. */
  readonly origins: readonly string[]
  /** True for a text in which one of the upstream's keys stands. */
  readonly holdsKey: (text: string) => boolean
}

/** An answer and the address that gave it. */
export interface Hop {
  readonly answer: Answer
  readonly address: URL
}

/**
 * Whatever credential `call` bears stays with the first hop's origin: the Gemini API leads to `/download/…` of its own,
 * which wants the key (wire §5.3). Once elsewhere, it is not taken up again.
 */
export async function followRedirects(first: Hop, call: Call, route: Route): Promise<Answer> {
  let current = first.answer
  let address = first.address
  let isHome = true
  for (let hop = 0; isRedirect(current.status); hop += 1) {
    if (hop === mostHops) throw refuse('redirects in a circle')
    await discard(current)
    address = readLocation(current, address, route)
    isHome &&= address.origin === first.address.origin
    current = await openAddress(address, isHome ? call : toBareCall(call), route)
  }
  return current
}

/** Without any credential. */
export function toBareCall(call: Call): Call {
  return { ...call, headers: withoutKeyHeaders(call.headers) }
}

/** One request as it is, to an allowed host. */
export async function openAddress(address: URL, call: Call, route: Route): Promise<Answer> {
  if (!isAllowed(address, route.origins)) throw refuse('redirects to a host that is not allowed')
  const path = address.pathname + address.search
  return await route.sendTo(address.origin)({ ...call, path })
}

export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308
}

function isAllowed({ origin, protocol, hostname, port }: URL, origins: readonly string[]): boolean {
  if (origins.includes(origin)) return true
  // A service on this machine reaches every port of it anyway.
  if (isLoopback(hostname)) return origins.some((own) => new URL(own).hostname === hostname)
  return protocol === 'https:' && port === '' && storageHosts.some((host) => host.test(hostname))
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)
}

/** A key that the upstream wrote into the address does not travel to where it leads. */
function readLocation(answer: Answer, from: URL, { holdsKey }: Route): URL {
  const location = answer.headers.location ?? ''
  if (location === '') throw refuse('redirects without saying where')
  const address = readAddress(holdsKey(location) ? withoutQueryKey(location) : location, from)
  if (address.protocol !== 'https:' && address.protocol !== 'http:')
    throw refuse('redirects to something that is not HTTP')
  if (holdsKey(address.href)) throw refuse('redirects to an address with its key in it')
  return address
}

function readAddress(location: string, from: URL): URL {
  try {
    return new URL(location, from)
  } catch {
    throw refuse('redirects to something that is no address')
  }
}

function refuse(what: string): ApiError {
  return new ApiError('UNAVAILABLE', `The upstream ${what}. Check the base URL.`)
}

async function discard(answer: Answer): Promise<void> {
  if (answer.body === null || answer.body instanceof Uint8Array) return
  await answer.body[Symbol.asyncIterator]().return?.()
}
