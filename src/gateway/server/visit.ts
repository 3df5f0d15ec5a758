// One request from its arrival to its end: who waits for it, what is written down of it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refusal } from '#shared/schemas/refusal'
import type { Headers } from '#shared/wire/call'
import { ExchangeRecord } from '../exchange-log/exchange-log'
import { redactPath, withoutCredentials } from '../exchange-log/redact'
import type { GatewayPorts, Upstream } from '../ports'
import type { FoundRoute } from './find-route'
import type { Tap } from './write-response'

/** What the log says of a caller that left before there was a status. */
const leftEarly = 499

/** Characters of a refused request that are reported. */
const maxRequest = 300

export class Visit implements Tap {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly headers: Headers
  /** Without credentials: what handlers and upstreams may see. */
  readonly passedHeaders: Headers
  readonly upstream: Upstream
  readonly record: ExchangeRecord
  /** Headers of whatever is answered. */
  readonly common: Record<string, string>
  found: FoundRoute | undefined
  /** The caller has shown the local key, or the address of an upload, which is a key of its own. */
  isAdmitted = false
  /** What a caller that has not is checked for now. */
  check: Refusal['reason'] = 'malformed'
  readonly #gone = new AbortController()
  #sentHeaders: Headers = {}

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, ports: GatewayPorts) {
    this.incoming = incoming
    this.outgoing = outgoing
    // Node joins repeated headers into one text; the one exception, set-cookie, is no request header.
    this.headers = incoming.headers as Headers
    this.passedHeaders = withoutCredentials(this.headers)
    this.upstream = ports.upstream()
    const path = (incoming.url ?? '/').split('?', 1)[0] ?? '/'
    const { method, headers, upstream } = this
    this.record = new ExchangeRecord({ method, path, headers, upstream: upstream.kind })
    this.common = {
      'x-exchange-id': this.record.id,
      'x-upstream': upstream.kind,
      'x-content-type-options': 'nosniff',
    }
    // Until the body is asked for, its sender may keep it back, and what comes next on the socket is unclear.
    if (this.headers.expect !== undefined) this.common.connection = 'close'
    outgoing.on('close', () => this.#end(ports))
  }

  get method(): string {
    return this.incoming.method ?? 'GET'
  }

  /** Aborted as soon as the caller is gone, before the first byte or in the middle. */
  get signal(): AbortSignal {
    return this.#gone.signal
  }

  get dialect(): 'gemini' | 'openai' {
    return this.found?.route.dialect ?? (this.incoming.url?.startsWith('/v1/audio/') ? 'openai' : 'gemini')
  }

  noteHead(headers: Headers): void {
    this.#sentHeaders = headers
    this.record.noteContentType(headers['content-type'])
  }

  noteChunk(chunk: Uint8Array): void {
    this.record.noteChunk(chunk)
  }

  noteEvent(document: string): void {
    this.record.noteEvent(document)
  }

  noteError(message: string): void {
    this.record.noteError(message)
  }

  #end({ onExchange, onRefusal }: GatewayPorts): void {
    const { outgoing, record } = this
    const cancelled = !outgoing.writableFinished && !record.failed
    if (!outgoing.writableFinished) this.#gone.abort()
    const status = outgoing.headersSent ? outgoing.statusCode : leftEarly
    const failed = record.failed || status >= 400
    const outcome = cancelled ? 'cancelled' : failed ? 'failed' : 'completed'
    try {
      if (!this.isAdmitted && !record.wasSent) {
        if (status >= 400 && !cancelled) onRefusal?.(this.#toRefusal())
        return
      }
      onExchange(record.finish({ status, outcome, headers: this.#sentHeaders }))
    } catch (error) {
      // The log is no reason to end the gateway and every other call with it.
      console.error(error)
    }
  }

  #toRefusal(): Refusal {
    const { method, path, error } = this.record
    const request = `${method} ${redactPath(path)}`.slice(0, maxRequest)
    return { reason: this.check, at: Date.now(), request, message: (error ?? '').slice(0, maxRequest) }
  }
}
