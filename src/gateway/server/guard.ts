// Checks the Host, the Origin and the credential of a request (decisions §2, §3).

import { timingSafeEqual } from 'node:crypto'
import { misplacedKey, noKey, severalKeys, wrongHost, wrongKey, wrongOrigin } from '#shared/endpoints/errors'
import { type Credential, type CredentialLocation, credentialLocations } from '#shared/endpoints/routes'
import { type HttpHeaders, upstreamModelHeader } from '#shared/wire/http'
import type { GatewayPorts, SentKey } from '../ports'

const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::(\d+))?$/

/** Returns the host and port that the client used. Clients leave out the default port of HTTP. */
export function checkHost(host: string | undefined, port: number): string {
  const name = (host ?? '').toLowerCase()
  const match = loopbackHost.exec(name)
  if (match && (match[1] ?? '80') === String(port)) return name
  throw wrongHost(port)
}

const exposedHeaders = [
  'content-range',
  'retry-after',
  'x-error-reason',
  'x-error-source',
  'x-exchange-id',
  'x-goog-upload-chunk-granularity',
  'x-goog-upload-control-url',
  'x-goog-upload-size-received',
  'x-goog-upload-status',
  'x-goog-upload-url',
  'x-ignored-fields',
  'x-should-retry',
  'x-upstream',
  upstreamModelHeader,
].join(', ')

/** Returns the headers of every response to this origin; none without an origin. */
export function checkOrigin(origin: string | undefined, allowed: readonly string[]): HttpHeaders {
  if (origin === undefined) return {}
  const normalized = normalizeOrigin(origin)
  if (!allowed.some((listed) => normalizeOrigin(listed) === normalized)) throw wrongOrigin()
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': exposedHeaders,
    vary: 'Origin',
  }
}

/** Returns the response headers for a browser's CORS preflight request. */
export function preflightHeaders(headers: HttpHeaders, methods: readonly string[]): HttpHeaders {
  const requestedHeaders = headers['access-control-request-headers'] ?? ''
  const names = requestedHeaders
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^[\w-]+$/.test(name))
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': names.join(', '),
    'access-control-max-age': '600',
    ...(headers['access-control-request-private-network'] === 'true'
      ? { 'access-control-allow-private-network': 'true' }
      : {}),
  }
}

function normalizeOrigin(origin: string): string {
  return origin.trim().toLowerCase().replace(/\/+$/, '')
}

interface PresentedCredential {
  readonly location: CredentialLocation
  readonly key: string
}

/** `rawHeaders` alternates names and values, unmerged: a repeated header is two credentials. */
export function readCredentials(
  rawHeaders: readonly string[],
  queryKeys: readonly string[],
): readonly PresentedCredential[] {
  const presented: PresentedCredential[] = queryKeys.map((key) => ({ location: 'query', key }))
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length < minNameLength || name.length > maxNameLength) continue
    const location = headerLocations.get(name.toLowerCase())
    if (location) presented.push({ location, key: readKey(location, rawHeaders[index + 1] ?? '') })
  }
  return presented
}

const headerLocations: ReadonlyMap<string, CredentialLocation> = new Map([
  ['x-goog-api-key', 'header'],
  ['authorization', 'bearer'],
])

const lengths = [...headerLocations.keys()].map(({ length }) => length)
const minNameLength = Math.min(...lengths)
const maxNameLength = Math.max(...lengths)

/** Another authorization scheme is a credential, but never the right one. */
function readKey(location: CredentialLocation, value: string): string {
  return location === 'header' ? value : (/^Bearer\s+(.+)$/i.exec(value)?.[1] ?? '')
}

/** Returns the first accepted key among the credentials, and its owner. */
export function findSentKey(
  presented: readonly PresentedCredential[],
  localKey: string,
  findKey: GatewayPorts['findKey'],
): SentKey | undefined {
  for (const { key } of presented) {
    const owner = isLocalKey(key, localKey) ? {} : findKey?.(key)
    if (owner) return { ...owner, key }
  }
  return undefined
}

/** `isKnown`: an accepted key was sent. Throws UNAUTHENTICATED, or INVALID_ARGUMENT for two different credentials. */
export function authenticate(
  presented: readonly PresentedCredential[],
  credential: Credential,
  isKnown: boolean,
): void {
  if (credential === 'none' || (credential === 'address' && presented.length === 0)) return
  const [first] = presented
  if (presented.some(({ key }) => key !== first?.key)) throw severalKeys()
  const locations = credentialLocations[credential]
  const accepted = presented.find(({ location }) => locations.includes(location))
  if (accepted && isKnown) return
  if (accepted) throw wrongKey(locations)
  throw first ? misplacedKey(first.location, locations) : noKey(locations)
}

/** Takes constant time for keys of the right length, which is not secret. */
function isLocalKey(key: string, localKey: string): boolean {
  const presentedBytes = Buffer.from(key)
  const expectedBytes = Buffer.from(localKey)
  return (
    expectedBytes.length > 0 &&
    presentedBytes.length === expectedBytes.length &&
    timingSafeEqual(presentedBytes, expectedBytes)
  )
}
