// Forwards a request to an upstream: safe methods are retried, the redirects of a download are followed, compression is undone.

import { pipeline, Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { ApiError } from '#shared/schemas/api-error'
import type { CheckVerdict } from '#shared/schemas/upstream-report'
import type { Answer, Body, Call, Send } from '#shared/wire/call'
import { faultOf } from '../outbound/transport-error'
import { toCallerHeaders, withoutKeyHeaders, withoutQueryKey } from './header-lists'

/** Only what changes nothing is tried again, and only its redirects are followed (decisions §7). */
export async function forwardCall(call: Call, origin: string, route: Route): Promise<Answer> {
  const sendOnce = route.sendTo(origin)
  if (!isReading(call)) return receive(await sendOnce(call), call, route)
  const answer = await retryReading(() => sendOnce(call), call.signal)
  const address = new URL(withoutQueryKey(call.path), origin)
  return receive(await followRedirects({ answer, address }, call, route), call, route)
}

/** A whole address elsewhere: without any credential, to an allowed host only. */
export async function forwardElsewhere(address: URL, call: Call, route: Route): Promise<Answer> {
  const bare = { ...toBareCall(call), path: address.pathname + address.search }
  const sendOnce = (): Promise<Answer> => openAddress(address, bare, route)
  if (!isReading(call)) return receive(await sendOnce(), bare, route)
  const answer = await retryReading(sendOnce, call.signal)
  return receive(await followRedirects({ answer, address }, bare, route), bare, route)
}

function isReading({ method }: Call): boolean {
  return method === 'GET' || method === 'HEAD'
}

function receive(answer: Answer, call: Call, { holdsKey }: Route): Answer {
  if (isRedirect(answer.status))
    throw new ApiError(
      'UNAVAILABLE',
      'The upstream redirects this call elsewhere. Enter the address it redirects to as the base URL.',
    )
  const isUpload = /\/upload\//.test(call.path)
  // The head alone has nothing to decode, and tells of the body as it would come.
  const plain = call.method === 'HEAD' ? answer : decodeAnswer(answer)
  return { ...plain, headers: toCallerHeaders(plain.headers, { isUpload, holdsKey }) }
}

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
interface Hop {
  readonly answer: Answer
  readonly address: URL
}

/**
 * Whatever credential `call` bears stays with the first hop's origin: the Gemini API leads to `/download/…` of its own,
 * which wants the key (wire §5.3). Once elsewhere, it is not taken up again.
 */
async function followRedirects(first: Hop, call: Call, route: Route): Promise<Answer> {
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
function toBareCall(call: Call): Call {
  return { ...call, headers: withoutKeyHeaders(call.headers) }
}

/** One request as it is, to an allowed host. */
export async function openAddress(address: URL, call: Call, route: Route): Promise<Answer> {
  if (!isAllowed(address, route.origins)) throw refuse('redirects to a host that is not allowed')
  const path = address.pathname + address.search
  return await route.sendTo(address.origin)({ ...call, path })
}

function isRedirect(status: number): boolean {
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

const mostTries = 3
/** Milliseconds before the second try; doubled for each further one. */
const firstPause = 200

const passing = new Set([502, 503, 504])

/** Nobody mends these in a second; a proxy may lock an account after a few wrong passwords. */
const lasting = new Set<CheckVerdict | undefined>([
  'proxy-credentials',
  'proxy-refused',
  'tls',
  'not-the-api',
])

export async function retryReading(send: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await send().catch((error: unknown) => error as Error)
    if (attempt === mostTries || signal.aborted || !isPassing(outcome)) return settle(outcome)
    await leave(outcome)
    await pause(firstPause * 2 ** (attempt - 1) * (0.5 + Math.random()), undefined, { signal }).catch(
      () => {},
    )
  }
}

function isPassing(outcome: Answer | Error): boolean {
  if (outcome instanceof ApiError) return outcome.code === 'UNAVAILABLE' && !lasting.has(faultOf(outcome))
  if (outcome instanceof Error) return false
  return passing.has(outcome.status)
}

function settle(outcome: Answer | Error): Answer {
  if (outcome instanceof Error) throw outcome
  return outcome
}

async function leave(outcome: Answer | Error): Promise<void> {
  if (outcome instanceof Error || outcome.body === null || outcome.body instanceof Uint8Array) return
  await outcome.body[Symbol.asyncIterator]().return?.()
}

const decoders = {
  br: createBrotliDecompress,
  deflate: createInflate,
  gzip: createGunzip,
  'x-gzip': createGunzip,
} as const

/** Part of a compressed body cannot be read by itself and stays; so does what is compressed in another way. */
function decodeAnswer(answer: Answer): Answer {
  if (answer.headers['content-encoding'] === undefined) return answer
  const { 'content-encoding': encoding = '', 'content-length': _, ...headers } = answer.headers
  const name = encoding.trim().toLowerCase()
  if (!isKnown(name) || answer.status === 206 || answer.body === null) return answer
  return { ...answer, headers, body: decode(answer.body, name) }
}

function isKnown(name: string): name is keyof typeof decoders {
  return Object.hasOwn(decoders, name)
}

/** What arrived can be read at once; leaving early leaves the compressed bytes, too. */
async function* decode(
  body: NonNullable<Body>,
  name: keyof typeof decoders,
): AsyncGenerator<Uint8Array, void, undefined> {
  const decoder = decoders[name]()
  const source = body instanceof Uint8Array ? [body] : body
  pipeline(Readable.from(source), decoder, () => {})
  try {
    // A decoder without an encoding yields bytes.
    for await (const chunk of decoder) yield chunk as Uint8Array
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw new ApiError('UNAVAILABLE', 'The answer of the upstream is compressed, but broken.', { cause })
  }
}
