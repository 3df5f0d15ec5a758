// Per-request state: the client's connection, its abort signal, its exchange record, and the input of the handler.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dialectOf } from '#shared/endpoints/routes'
import type { ModelEntry } from '#shared/models/catalog'
import type { ExchangeOutcome, ExchangeSummary, Refusal } from '#shared/schemas/exchange'
import type { HttpBody, HttpHeaders, HttpResponse, RequestSignal } from '#shared/wire/http'
import { ExchangeRecord } from '../exchange-log/exchange-log'
import type { MediaBudget } from '../exchange-log/retained-files'
import type { HandlerRequest } from '../handlers/handler'
import type { DerivedKeys } from '../handlers/sealed-name'
import type { TranslatedCall } from '../openai-to-gemini/translate-call'
import type { GatewayPorts, Limits, Upstream } from '../ports'
import { redactPath, redactSecrets, withoutCredentials } from '../redaction/text'
import type { RouteMatch } from './find-route'
import type { Metrics } from './metrics'

/** Logged as the status if the client disconnected before there was one. */
const clientClosedRequest = 499

/** Characters of a rejected request that are reported. */
const maxRequest = 300

/** The ports of a gateway, and what it keeps for all of its requests. */
export interface InstancePorts extends GatewayPorts {
  readonly mediaBudget: MediaBudget
  readonly derivedKeys: DerivedKeys
  readonly apiDescriptions: Map<string, HttpResponse>
  readonly counts: Pick<Metrics, 'addRequest' | 'addRefusal'>
  /** Returns the metrics as Prometheus text. */
  readonly metrics: () => string
}

/** Aborts when the client disconnects. An `AbortController` would take several microseconds of each request. */
class ClientSignal implements RequestSignal {
  aborted = false
  #listeners: readonly (() => void)[] = []

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners = [...this.#listeners, listener]
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners = this.#listeners.filter((one) => one !== listener)
  }

  abort(): void {
    if (this.aborted) return
    this.aborted = true
    for (const listener of this.#listeners) listener()
  }
}

/** The values of the ports are read once, so they are the same for the whole request. */
export class RequestContext implements HandlerRequest {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly method: string
  readonly signal: RequestSignal
  readonly record: ExchangeRecord
  readonly localKey: string
  readonly namingKey: string | undefined
  readonly derivedKeys: DerivedKeys
  readonly apiDescriptions: InstancePorts['apiDescriptions']
  readonly models: readonly ModelEntry[]
  readonly limits: Limits
  readonly version: string
  readonly metrics: InstancePorts['metrics']
  readonly upstreamOf: GatewayPorts['upstreamOf']
  /** Headers of any response to this request. */
  readonly common: Record<string, string>
  /** With credentials. */
  readonly clientHeaders: HttpHeaders
  headers: HttpHeaders
  upstream: Upstream
  match: RouteMatch | undefined
  path = ''
  /** For matching only. */
  decodedPath = ''
  query = ''
  origin = ''
  body: HttpBody = null
  namedModel = ''
  call: TranslatedCall | undefined
  /** The client sent an accepted key, or has the URL of an upload, which is a credential, too. */
  isAdmitted = false
  /** The check in progress, which is reported if it rejects the client. */
  check: Refusal['reason'] = 'malformed'
  /** All checks are passed. */
  isAccepted = false
  readonly #signal = new ClientSignal()
  readonly #ports: InstancePorts
  #isStopped = false

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, ports: InstancePorts) {
    this.incoming = incoming
    this.outgoing = outgoing
    this.method = incoming.method ?? 'GET'
    this.signal = this.#signal
    this.localKey = ports.localKey()
    this.namingKey = ports.namingKey?.()
    this.derivedKeys = ports.derivedKeys
    this.apiDescriptions = ports.apiDescriptions
    this.models = ports.models()
    this.limits = ports.limits()
    this.version = ports.version
    this.metrics = ports.metrics
    this.upstreamOf = ports.upstreamOf
    this.upstream = ports.upstream()
    // Node joins repeated headers into one text; the one exception, set-cookie, is not a request header.
    const headers = incoming.headers as HttpHeaders
    this.clientHeaders = headers
    this.headers = withoutCredentials(headers)
    const { url = '/' } = incoming
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    const start = { method: this.method, path, query: mark < 0 ? '' : url.slice(mark + 1), headers }
    const mediaBudget = ports.retainsMedia?.() ? ports.mediaBudget : undefined
    this.record = new ExchangeRecord(start, this.upstream, ports.onExchange !== undefined, mediaBudget)
    this.common = {
      'x-exchange-id': this.record.id,
      'x-upstream': this.upstream.kind,
      'x-content-type-options': 'nosniff',
    }
    // A client may never send a body that was not requested, so the connection cannot be reused.
    if (headers.expect !== undefined) this.common.connection = 'close'
    this.#ports = ports
  }

  get parameters(): RouteMatch['parameters'] {
    return this.match?.parameters ?? {}
  }

  get prefix(): string {
    return this.match?.prefix ?? ''
  }

  get redact(): (text: string) => string {
    return this.upstream.redact ?? redactSecrets
  }

  /** A server with its own models names them freely. */
  get modelNames(): 'plain' | 'free' {
    return this.upstream.listModels ? 'free' : 'plain'
  }

  get dialect(): 'gemini' | 'openai' {
    return this.match?.route.dialect ?? dialectOf(this.incoming.url ?? '/')
  }

  switchUpstream(upstream: Upstream): void {
    this.upstream = upstream
    this.record.upstream = upstream
  }

  /** Logged when it ends: the client sent a key, or the upstream has been reached. Monitoring must not fill the log. */
  get isLogged(): boolean {
    const isMonitoring = this.isAccepted && this.match?.id === 'metrics'
    return (this.isAdmitted && !isMonitoring) || this.record.wasSent
  }

  /** Routes of OpenAI clients stream only if the client wants it. */
  get isStreaming(): boolean {
    const type = String(this.outgoing.getHeader('content-type') ?? '')
    return this.match?.route.responseType === 'stream' || type.startsWith('text/event-stream')
  }

  /** The log's summary while the request is in progress. */
  summarize(): ExchangeSummary {
    const { outgoing, record } = this
    return record.summarize(outgoing.headersSent ? outgoing.statusCode : null)
  }

  /** Ends the request as if its client had disconnected. */
  stop(reason: string): void {
    this.#isStopped = true
    this.record.setError(reason)
    this.outgoing.destroy()
  }

  /** Reports the request. To be called when the response is closed. */
  end(): void {
    const { outgoing, record } = this
    const { counts, onSummary, onExchange, onRefusal } = this.#ports
    const cancelled = !outgoing.writableFinished && (this.#isStopped || record.error === null)
    if (!outgoing.writableFinished) this.#signal.abort()
    const status = outgoing.headersSent ? outgoing.statusCode : clientClosedRequest
    const outcome = cancelled ? 'cancelled' : this.#findOutcome(status)
    try {
      if (this.isLogged) {
        const summary = record.end({ status, outcome })
        counts.addRequest(summary)
        onSummary?.(summary, record.sentKey?.key)
        onExchange?.(record.toExchange(), record.sentKey?.key)
      } else if (status >= 400 && !cancelled) {
        const refusal = this.#toRefusal()
        counts.addRefusal(refusal)
        record.end({ status, outcome: 'rejected' })
        onRefusal?.(refusal, () => record.toExchange())
      }
    } catch (error) {
      // A failure of the log must not end the gateway and every other request with it.
      console.error(error)
    } finally {
      record.release()
    }
  }

  #findOutcome(status: number): ExchangeOutcome {
    if (this.record.error === null && status < 400) return 'completed'
    return this.isAccepted ? 'failed' : 'rejected'
  }

  #toRefusal(): Refusal {
    const { start, error } = this.record
    const request = `${start.method} ${redactPath(start.path)}`.slice(0, maxRequest)
    return { reason: this.check, at: Date.now(), request, message: (error ?? '').slice(0, maxRequest) }
  }
}
