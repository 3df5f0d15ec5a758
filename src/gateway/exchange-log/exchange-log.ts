// One request and its response as the exchange log stores them: redacted, bounded, without media.
import { randomUUID } from 'node:crypto'
import { identifyEndpoint } from '#shared/endpoints/endpoints'
import type { RouteId } from '#shared/endpoints/routes'
import { formatMark, maxLoggedChars } from '#shared/exchange/body-marks'
import { UsageMetadata } from '#shared/schemas/content'
import {
  classifyError,
  type EndedExchange,
  type EndedSummary,
  type Exchange,
  type ExchangeSummary,
  summarizeError,
  toTokens,
} from '#shared/schemas/exchange'
import { abbreviateBase64 } from '#shared/wire/base64'
import type { HttpHeaders } from '#shared/wire/http'
import type { SentKey, Upstream } from '../ports'
import { redactPath, redactSecrets, toLoggedHeaders, toLoggedQuery } from '../redaction/text'
import type { EventBatch } from '../scan-events'
import { BodyTap, shorten } from './exchange-body'
import { countMedia, describeClient, findOperation, findUsage, usageFormOf } from './exchange-facts'
import {
  findFormFile,
  type MediaBudget,
  RetainedFiles,
  type RetainedStream,
  retainNone,
} from './retained-files'

const maxTimeline = 5000

/** Limits, in characters, of texts by a client or an upstream. */
const maxModel = 200
const maxError = 8192
const maxUsage = 16_384

interface ExchangeStart {
  readonly method: string
  readonly path: string
  /** Without `?`. Unredacted. */
  readonly query: string
  /** Unredacted. */
  readonly headers: HttpHeaders
}

interface ExchangeEnd {
  readonly status: number
  readonly outcome: Exchange['outcome']
}

interface SummaryEnd {
  readonly status: number | null
  readonly outcome: ExchangeSummary['outcome']
  /** Null while the request is in progress. */
  readonly total: number | null
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
  readonly #startedAt = Date.now()
  readonly #clock = performance.now()
  /** False if only the summary will be read. */
  readonly #retainsBodies: boolean
  readonly #files: RetainedFiles
  readonly #request: BodyTap
  readonly #response: BodyTap
  /** A body that was not buffered. */
  #requestStream: RetainedStream | undefined
  #formFileBytes: number | undefined
  /** Media. */
  #responseStream: RetainedStream | undefined
  readonly #events: string[] = []
  readonly #timeline: [number, number][] = []
  #eventsLength = 0
  /** The last events with usage. */
  #usageEvents: EventBatch | undefined
  #model: string | null = null
  #description: string | undefined
  #sentUpstream: number | null = null
  #upstreamHeaders: number | null = null
  #upstreamEnd: number | null = null
  #firstByte: number | null = null
  #error: string | null = null
  #responseHeaders: HttpHeaders = {}
  /** As the log stores it; empty until the end. */
  #responseBody = ''
  #usage: UsageMetadata | null = null
  /** Not in the response, or in another form. */
  #readUsage: unknown
  #ended: EndedSummary | undefined
  /** Set if the response is not text. */
  #mediaType: string | undefined

  /** Without a budget, media are not retained. */
  constructor(
    start: ExchangeStart,
    upstream: Pick<Upstream, 'id' | 'kind'>,
    retainsBodies = true,
    mediaBudget?: MediaBudget,
  ) {
    this.start = start
    this.upstream = upstream
    this.#retainsBodies = retainsBodies
    this.#files = mediaBudget ? new RetainedFiles(this.id, mediaBudget) : retainNone
    this.#request = new BodyTap(this.#files)
    this.#response = new BodyTap(this.#files)
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
    if (this.#retainsBodies) this.#request.add(bytes)
    else this.#request.bytes += bytes.length
  }

  /** Logged in place of a form whose file is not retained. */
  describeForm(description: string, fileBytes: number | undefined): void {
    this.#description = shorten(redactSecrets(description))
    this.#formFileBytes = fileBytes
  }

  /** For a body that is not buffered. */
  addStreamedChunk(chunk: Uint8Array): void {
    this.#request.bytes += chunk.length
    this.#requestStream ??= this.#files.openStream()
    this.#requestStream.add(chunk)
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

  setResponseHeaders(headers: HttpHeaders): void {
    this.#responseHeaders = headers
    const type = headers['content-type']
    this.#mediaType = type === undefined || textTypes.test(type) ? undefined : type
    // A compressed body, or a part of one, is no file.
    const isWhole = headers['content-encoding'] === undefined && headers['content-range'] === undefined
    if (this.#mediaType !== undefined && isWhole) this.#responseStream = this.#files.openStream()
  }

  addResponseChunk(chunk: Uint8Array): void {
    this.#firstByte ??= this.#now()
    if (this.#mediaType === undefined) this.#response.add(chunk)
    else {
      this.#response.bytes += chunk.length
      this.#responseStream?.add(chunk)
    }
  }

  addEvents(batch: EventBatch): void {
    this.#firstByte ??= this.#now()
    this.#response.bytes += batch.bytes
    if (batch.hasUsage) this.#usageEvents = batch
    if (!this.#retainsBodies || this.#isFull) return
    const { documents } = batch
    if (this.#timeline.length < maxTimeline) {
      const now = this.#now()
      for (const { length } of documents.slice(0, maxTimeline - this.#timeline.length))
        this.#timeline.push([now, length])
    }
    for (const document of documents) {
      if (this.#eventsLength >= maxLoggedChars) return
      this.#addEvent(document)
    }
  }

  get #isFull(): boolean {
    return this.#timeline.length >= maxTimeline && this.#eventsLength >= maxLoggedChars
  }

  #addEvent(text: string): void {
    const limit = maxLoggedChars - this.#eventsLength
    const shortened = shorten(text, this.#files, limit)
    this.#events.push(shortened)
    this.#eventsLength += shortened.length
  }

  /** For a response that was translated: the usage as Google's API counts it; undefined if it is unknown. */
  setUsage(usageMetadata: unknown): void {
    this.#readUsage = usageMetadata ?? null
  }

  setError(message: string): void {
    this.#error = redactSecrets(abbreviateBase64(message)).slice(0, maxError)
  }

  /** While the request is in progress. `status` is null until the response's headers are sent. */
  summarize(status: number | null): ExchangeSummary {
    return this.#describe({ status, outcome: 'running', total: null })
  }

  /** Returns the summary of the ended request. To be called once. */
  end({ status, outcome }: ExchangeEnd): EndedSummary {
    const total = this.#now()
    // Decoding a response that is not stored would take longer than finding its usage.
    const isRead = this.#retainsBodies || this.route === 'predictLongRunning'
    this.#responseBody = isRead ? this.#readResponse() : ''
    this.#usage = this.#findUsage()
    this.#ended = this.#describe({ status, outcome, total })
    return this.#ended
  }

  /** Returns the whole exchange. To be called once, after `end`. */
  toExchange(): EndedExchange {
    if (!this.#ended) throw new Error('The request has not ended.')
    const { outcome, total, firstByte } = this.#ended
    const requestBody = this.#requestText()
    const files = this.#files.finish()
    return {
      id: this.id,
      startedAt: this.#startedAt,
      endpoint: this.#ended.endpoint,
      route: this.#ended.route,
      method: this.#ended.method,
      path: this.#ended.path,
      query: toLoggedQuery(this.start.query),
      model: this.#model,
      client: this.#ended.client,
      upstream: this.upstream.kind,
      provider: this.upstream.id,
      operation: this.#ended.operation,
      status: this.#ended.status,
      outcome,
      error: this.#error,
      errorClass: this.#ended.errorClass,
      requestBytes: this.#request.bytes,
      responseBytes: this.#response.bytes,
      times: { sentUpstream: this.#sentUpstream, upstreamHeaders: this.#upstreamHeaders, firstByte, total },
      overhead: this.#ended.overhead,
      media: countMedia(this.route, outcome, this.#responseBody),
      hasBodies: true,
      ...(this.sentKey?.id === undefined ? {} : { keyId: this.sentKey.id }),
      usage: this.#usage,
      requestHeaders: toLoggedHeaders(this.start.headers),
      responseHeaders: withoutUploadUrls(this.#responseHeaders),
      requestBody,
      responseBody: this.#responseBody,
      timeline: this.#timeline,
      ...(files.length === 0 ? {} : { files }),
    }
  }

  /** Must be called when the request has ended, logged or not. */
  release(): void {
    this.#files.release()
  }

  /** Written out, because spreading objects took several microseconds of each request. */
  #describe<End extends SummaryEnd>({ status, outcome, total }: End) {
    const { method, path, headers } = this.start
    return {
      id: this.id,
      startedAt: this.#startedAt,
      outcome: outcome as End['outcome'],
      status: status as End['status'],
      endpoint: this.#findEndpoint(),
      route: this.route ?? 'unknown',
      method,
      path: withoutUploadUrl(redactPath(path)),
      model: this.#model,
      client: this.sentKey?.client ?? describeClient(headers),
      upstream: this.upstream.kind,
      provider: this.upstream.id,
      inputTokens: toTokens(this.#usage?.promptTokenCount),
      outputTokens: toTokens(this.#usage?.candidatesTokenCount),
      thoughtsTokens: toTokens(this.#usage?.thoughtsTokenCount),
      cachedTokens: toTokens(this.#usage?.cachedContentTokenCount),
      firstByte: this.#firstByte,
      total: total as End['total'],
      overhead: total === null ? null : this.#measureOverhead(total),
      requestBytes: this.#request.bytes,
      responseBytes: this.#response.bytes,
      errorClass: outcome === 'running' || status === null ? null : classifyError(outcome, status),
      error: summarizeError(this.#error),
      operation: findOperation(this.route, path, this.#responseBody),
      hasDetail: total !== null,
      keyId: this.sentKey?.id,
    }
  }

  #measureOverhead(total: number): number {
    if (this.#sentUpstream === null) return total
    const afterwards = (this.#firstByte ?? 0) - (this.#upstreamEnd ?? Number.POSITIVE_INFINITY)
    return Math.round((this.#sentUpstream + Math.max(0, afterwards)) * 1000) / 1000
  }

  #requestText(): string {
    const stream = this.#requestStream
    if (!stream) return this.#description ?? this.#request.text()
    const type = this.start.headers['content-type'] ?? ''
    if (this.#description === undefined) return this.#files.addStream(stream, type)
    const form = findFormFile(stream, this.#formFileBytes)
    if (!form) return this.#description
    return form.before + this.#files.addStream(stream, form.mimeType, form.span) + form.after
  }

  #readResponse(): string {
    if (this.#events.length > 0) return this.#events.join('\n').slice(0, maxLoggedChars)
    if (this.#mediaType === undefined) return this.#response.text()
    const stream = this.#responseStream
    if (stream && stream.length > 0) return this.#files.addStream(stream, this.#mediaType)
    const length = this.#response.bytes
    return formatMark({ kind: 'bytes', length, mimeType: this.#mediaType, hash: null })
  }

  #findUsage(): UsageMetadata | null {
    if (this.#model === null) return null
    const found = this.#readUsage === undefined ? this.#readResponseUsage() : this.#readUsage
    if (found === null || found === undefined) return null
    const usage = UsageMetadata.safeParse(found)
    return usage.success && JSON.stringify(usage.data).length <= maxUsage ? usage.data : null
  }

  #readResponseUsage(): unknown {
    const form = usageFormOf(this.route)
    const start = this.#retainsBodies ? this.#responseBody : this.#response.textFrom(form.marker)
    const body = start + this.#response.endText()
    return form.convert(findUsage(this.#usageEvents?.frames.toString() ?? body, form))
  }

  #findEndpoint(): string | null {
    if (this.endpoint !== undefined) return this.endpoint
    return this.route ? (identifyEndpoint(this.route, this.#model ?? undefined) ?? null) : null
  }

  #now(): number {
    return Math.round((performance.now() - this.#clock) * 1000) / 1000
  }
}

const textTypes = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml))/i

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
