// One request and its response as the exchange log stores them: redacted, bounded, without media.
import { randomUUID } from 'node:crypto'
import { identifyEndpoint } from '#shared/endpoints/identify-endpoint'
import type { RouteId } from '#shared/endpoints/routes'
import { maxLoggedChars } from '#shared/exchange/body-marks'
import { UsageMetadata } from '#shared/schemas/content'
import { classifyError, type Exchange, type ExchangeSummary } from '#shared/schemas/exchange'
import { abbreviateBase64 } from '#shared/wire/abbreviate-base64'
import type { HttpHeaders } from '#shared/wire/http'
import { tryParseJson } from '#shared/wire/parse-json'
import type { Upstream } from '../ports'
import type { SentKey } from '../server/accepted-keys'
import { describeClient, findOperation } from './client-name'
import { BodyTap, shorten } from './exchange-body'
import { redactPath, redactSecrets, toLoggedHeaders, toLoggedQuery } from './redact'

const maxTimeline = 5000

/** Limits, in characters, of texts by a client or an upstream. */
const maxModel = 200
const maxError = 8192
const maxUsage = 16_384

export interface ExchangeStart {
  readonly method: string
  readonly path: string
  /** Without `?`. Unredacted. */
  readonly query: string
  /** Unredacted. */
  readonly headers: HttpHeaders
}

export interface ExchangeEnd {
  readonly status: number
  readonly outcome: Exchange['outcome']
}

/** Records one exchange while it happens, and returns it when it has ended. */
export class ExchangeRecord {
  readonly id = randomUUID()
  readonly start: ExchangeStart
  /** The upstream that responds. */
  upstream: Pick<Upstream, 'id' | 'kind'>
  route: RouteId | undefined
  /** Identified by the request body. */
  endpoint: string | null | undefined
  /** The accepted key that the client sent. */
  sentKey: SentKey | undefined
  /** A response's `usageMetadata`, not validated; the last one wins. */
  usage: unknown
  readonly #startedAt = Date.now()
  readonly #clock = performance.now()
  readonly #request = new BodyTap()
  readonly #response = new BodyTap()
  readonly #events: string[] = []
  readonly #timeline: [number, number][] = []
  #eventsLength = 0
  #model: string | null = null
  #description: string | undefined
  #sentUpstream: number | null = null
  #upstreamHeaders: number | null = null
  #upstreamEnd: number | null = null
  #firstByte: number | null = null
  #error: string | null = null
  #responseHeaders: HttpHeaders = {}
  /** Set if the response is not text. */
  #mediaType: string | undefined

  constructor(start: ExchangeStart, upstream: Pick<Upstream, 'id' | 'kind'>) {
    this.start = start
    this.upstream = upstream
  }

  /** The request, or part of it, may have reached the upstream. */
  get wasSent(): boolean {
    return this.#sentUpstream !== null
  }

  get error(): string | null {
    return this.#error
  }

  setModel(model: string): void {
    this.#model = redactSecrets(model.slice(0, maxModel))
  }

  addRequestChunk(bytes: Uint8Array): void {
    this.#request.add(bytes)
  }

  /** Logged in place of a body that was never buffered. */
  describeRequest(description: string): void {
    this.#description = shorten(redactSecrets(description))
  }

  countRequestBytes(count: number): void {
    this.#request.bytes += count
  }

  markSent(): void {
    this.#sentUpstream ??= this.#now()
  }

  markResponseHeaders(): void {
    this.#upstreamHeaders ??= this.#now()
  }

  /** The upstream's complete response was received before anything was sent to the client. */
  markUpstreamEnd(): void {
    this.#upstreamEnd = this.#now()
  }

  /** Media responses are logged by size only. */
  setResponseHeaders(headers: HttpHeaders): void {
    this.#responseHeaders = headers
    const type = headers['content-type']
    this.#mediaType = type === undefined || textTypes.test(type) ? undefined : type
  }

  addResponseChunk(chunk: Uint8Array): void {
    this.#firstByte ??= this.#now()
    if (this.#mediaType === undefined) this.#response.add(chunk)
    else this.#response.bytes += chunk.length
  }

  addEvent(text: string): void {
    const now = this.#now()
    this.#firstByte ??= now
    this.#response.bytes += Buffer.byteLength(text)
    if (this.#timeline.length < maxTimeline) this.#timeline.push([now, text.length])
    if (this.#eventsLength >= maxLoggedChars) return
    const shortened = shorten(text, maxLoggedChars - this.#eventsLength)
    this.#events.push(shortened)
    this.#eventsLength += shortened.length
  }

  setError(message: string): void {
    this.#error = redactSecrets(abbreviateBase64(message)).slice(0, maxError)
  }

  /** While the request is in progress. `status` is null until the response's headers are sent. */
  summarize(status: number | null): ExchangeSummary {
    return {
      ...this.#describe(),
      outcome: 'running',
      status,
      inputTokens: null,
      outputTokens: null,
      thoughtsTokens: null,
      cachedTokens: null,
      firstByte: this.#firstByte,
      total: null,
      overhead: null,
      errorClass: null,
      operation: findOperation(this.route, this.start.path),
      hasDetail: false,
    }
  }

  finish({ status, outcome }: ExchangeEnd): Exchange {
    const responseBody = this.#responseText()
    const total = this.#now()
    return {
      ...this.#describe(),
      query: toLoggedQuery(this.start.query),
      operation: findOperation(this.route, this.start.path, responseBody),
      status,
      outcome,
      errorClass: classifyError(outcome, status),
      times: {
        sentUpstream: this.#sentUpstream,
        upstreamHeaders: this.#upstreamHeaders,
        firstByte: this.#firstByte,
        total,
      },
      overhead: this.#measureOverhead(total),
      media: countMedia(this.route, outcome, responseBody),
      hasBodies: true,
      ...(this.sentKey?.id === undefined ? {} : { keyId: this.sentKey.id }),
      usage: this.#findUsage(responseBody),
      requestHeaders: toLoggedHeaders(this.start.headers),
      responseHeaders: withoutUploadUrls(this.#responseHeaders),
      requestBody: this.#description ?? this.#requestText(),
      responseBody,
      timeline: this.#timeline,
    }
  }

  #describe() {
    const { method, path, headers } = this.start
    return {
      id: this.id,
      startedAt: this.#startedAt,
      endpoint: this.#findEndpoint(),
      route: this.route ?? 'unknown',
      method,
      path: withoutUploadUrl(redactPath(path)),
      model: this.#model,
      client: this.sentKey?.client ?? describeClient(headers),
      upstream: this.upstream.kind,
      provider: this.upstream.id,
      requestBytes: this.#request.bytes,
      responseBytes: this.#response.bytes,
      error: this.#error,
    }
  }

  #measureOverhead(total: number): number {
    if (this.#sentUpstream === null) return total
    const afterwards = (this.#firstByte ?? 0) - (this.#upstreamEnd ?? Number.POSITIVE_INFINITY)
    return Math.round((this.#sentUpstream + Math.max(0, afterwards)) * 1000) / 1000
  }

  /** A streamed body was counted, not stored. */
  #requestText(): string {
    const { bytes } = this.#request
    return this.#request.text() || (bytes > 0 ? describeMedia(bytes, this.start.headers['content-type']) : '')
  }

  #responseText(): string {
    if (this.#events.length > 0) return this.#events.join('\n').slice(0, maxLoggedChars)
    return this.#mediaType === undefined
      ? this.#response.text()
      : describeMedia(this.#response.bytes, this.#mediaType)
  }

  #findUsage(responseBody: string): UsageMetadata | null {
    if (this.#model === null) return null
    const usage = UsageMetadata.safeParse(this.usage ?? findUsage(responseBody))
    return usage.success && JSON.stringify(usage.data).length <= maxUsage ? usage.data : null
  }

  #findEndpoint(): string | null {
    if (this.endpoint !== undefined) return this.endpoint
    return this.route ? (identifyEndpoint(this.route, this.#model ?? undefined) ?? null) : null
  }

  #now(): number {
    return Math.round((performance.now() - this.#clock) * 1000) / 1000
  }
}

/** Counts what a successful response contains or starts. A poll of a video operation starts nothing. */
function countMedia(route: RouteId | undefined, outcome: Exchange['outcome'], responseBody: string) {
  const isDone = outcome === 'completed'
  const isGeneration = route === 'generateContent' || route === 'streamGenerateContent'
  return {
    images: isGeneration ? [...responseBody.matchAll(/"mime_?type"\s*:\s*"image\//gi)].length : 0,
    videos: isDone && route === 'predictLongRunning' ? 1 : 0,
    audios: isDone && route === 'transcribe' ? 1 : 0,
  }
}

const textTypes = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml))/i

function describeMedia(bytes: number, type: string | undefined): string {
  return `<${bytes} bytes${type ? ` of ${type}` : ''}>`
}

/** The URL of an unfinished upload is a credential. */
function withoutUploadUrl(text: string): string {
  if (!mayNameUpload(text)) return text
  return text.replace(/(\/upload\/(?:v1\/)?v1beta\/files\/)[^/?#]+/, '$1…')
}

function mayNameUpload(text: string): boolean {
  return text.includes('/upload/')
}

/** Copies the headers only if they have an upload URL, which is rare. */
function withoutUploadUrls(headers: HttpHeaders): HttpHeaders {
  if (!Object.values(headers).some(mayNameUpload)) return headers
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withoutUploadUrl(value)]))
}

/** Finds the last `usageMetadata` in the text of a response without parsing the rest. */
export function findUsage(text: string): unknown {
  for (
    let at = text.lastIndexOf('"usageMetadata"');
    at >= 0;
    at = text.lastIndexOf('"usageMetadata"', at - 1)
  ) {
    const opening = /^"usageMetadata"\s*:\s*\{/.exec(text.slice(at, at + 64))
    if (opening) return tryParseJson(cutObject(text, at + opening[0].length - 1)) ?? null
    if (at === 0) return null
  }
  return null
}

/** Returns the text from an opening brace to its closing one. Token counts have no braces within strings. */
function cutObject(text: string, open: number): string {
  let depth = 0
  for (let index = open; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === 0x7b) depth += 1
    if (code === 0x7d) depth -= 1
    if (depth === 0) return text.slice(open, index + 1)
  }
  return ''
}
