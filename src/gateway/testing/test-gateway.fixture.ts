// A listening gateway with a scripted upstream, and a client that gives access to every byte.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { catalog, type ModelEntry } from '#shared/models/catalog'
import type { Exchange, Refusal } from '#shared/schemas/exchange'
import type { HttpRequest, HttpResponse } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import { createDispatcher } from '../outbound/dispatch'
import type { Outbound } from '../ports'
import { defaultLimits, type Limits, type Upstream } from '../ports'
import { type BodyThread, createBodyThread } from '../server/body-thread'
import { createGateway } from '../server/gateway'
import { type ListeningServer, listen } from '../server/listen'
import { createServiceUpstream } from '../upstreams/service'

export const localKey = 'local-key-of-the-tests'
export const upstreamKey = 'upstream-key-of-the-tests'

export interface UpstreamRequest {
  readonly method: string
  readonly url: string
  readonly headers: http.IncomingHttpHeaders
  body: Buffer
  /** True once `body` is complete. */
  complete: boolean
  /** Resolves if the connection closes before the response is complete. */
  readonly aborted: Promise<void>
}

export type UpstreamScript = (
  request: UpstreamRequest,
  outgoing: http.ServerResponse,
  incoming: http.IncomingMessage,
) => void

export interface ScriptedUpstream {
  readonly url: string
  readonly requests: UpstreamRequest[]
  /** Resolves with the n-th request (from 0) as soon as its headers have arrived. */
  readonly waitForRequest: (index: number) => Promise<UpstreamRequest>
  readonly close: () => Promise<void>
}

/** With `eager`, the script runs once a request's headers have arrived; otherwise when its body is complete. */
export async function openUpstream(script: UpstreamScript, eager = false): Promise<ScriptedUpstream> {
  const requests: UpstreamRequest[] = []
  const waiters = new Map<number, (one: UpstreamRequest) => void>()
  const server = http.createServer((incoming, outgoing) => {
    const aborted = new Promise<void>((resolve) => {
      outgoing.on('close', () => {
        if (!outgoing.writableFinished) resolve()
      })
    })
    const { method = '', url = '', headers } = incoming
    const received: UpstreamRequest = {
      method,
      url,
      headers,
      body: Buffer.alloc(0),
      complete: false,
      aborted,
    }
    requests.push(received)
    waiters.get(requests.length - 1)?.(received)
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('error', () => {})
    incoming.on('end', () => {
      received.body = Buffer.concat(chunks)
      received.complete = true
      if (!eager) script(received, outgoing, incoming)
    })
    if (eager) script(received, outgoing, incoming)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    waitForRequest: (index) =>
      new Promise((resolve) => {
        const one = requests[index]
        if (one) resolve(one)
        else waiters.set(index, resolve)
      }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export function sendJson(outgoing: http.ServerResponse, value: unknown, status = 200): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' })
  outgoing.end(JSON.stringify(value))
}

export function sendEvents(outgoing: http.ServerResponse, ...documents: readonly unknown[]): void {
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const document of documents) outgoing.write(`data: ${JSON.stringify(document)}\r\n\r\n`)
}

export interface TestGatewayOptions {
  /** The initial upstream; otherwise a service at `baseUrl`, the first of `upstreams`, or an echo. */
  readonly upstream?: Upstream
  /** All configured upstreams besides the initial one. */
  readonly upstreams?: readonly Upstream[]
  readonly baseUrl?: string
  readonly apiBaseUrl?: string
  readonly limits?: Partial<Limits>
  readonly origins?: readonly string[]
  readonly key?: string
  readonly models?: readonly ModelEntry[]
  /** The compiled `body-worker`. */
  readonly bodyWorker?: string
  /** Instead of a thread of its own with `bodyWorker`. */
  readonly bodyThread?: BodyThread | undefined
}

export interface TestGateway {
  readonly url: string
  readonly port: number
  readonly exchanges: Exchange[]
  readonly refusals: Refusal[]
  /** Resolves with the next exchange. */
  readonly nextExchange: () => Promise<Exchange>
  readonly send: (path: string, request?: TestRequest) => Promise<TestResponse>
  readonly listening: ListeningServer
  /** Makes another configured upstream active for the next requests. */
  readonly switchTo: (id: string) => void
  readonly close: () => Promise<void>
}

export async function openTestGateway(options: TestGatewayOptions): Promise<TestGateway> {
  const limits = { ...defaultLimits, ...options.limits }
  const outbound = openOutbound(limits)
  const { baseUrl, apiBaseUrl } = options
  const service = baseUrl
    ? createServiceUpstream({ id: 'service', baseUrl, apiBaseUrl, key: upstreamKey }, outbound)
    : undefined
  let upstream = options.upstream ?? service ?? options.upstreams?.[0] ?? echoUpstream()
  const known = [upstream, ...(options.upstreams ?? [])]
  const upstreamOf = (id: string): Upstream | undefined => known.find((one) => one.id === id)
  const exchanges: Exchange[] = []
  const refusals: Refusal[] = []
  const waiters: ((exchange: Exchange) => void)[] = []
  let consumed = 0
  const { bodyWorker } = options
  const bodyThread = options.bodyThread ?? (bodyWorker ? createBodyThread(bodyWorker) : undefined)
  const gateway = createGateway(
    {
      localKey: () => options.key ?? localKey,
      upstream: () => upstream,
      upstreamOf,
      models: () => options.models ?? catalog,
      allowedOrigins: () => options.origins ?? [],
      limits: () => limits,
      version: '1.2.3',
      onRefusal: (refusal) => refusals.push(refusal),
      onExchange: (exchange) => {
        exchanges.push(exchange)
        const next = waiters.shift()
        if (next) {
          consumed += 1
          next(exchange)
        }
      },
    },
    bodyThread,
  )
  const listening = await listen(gateway, 0)
  return {
    url: listening.url,
    port: listening.port,
    exchanges,
    refusals,
    listening,
    switchTo: (id) => {
      upstream = upstreamOf(id) ?? upstream
    },
    nextExchange: () =>
      new Promise((resolve) => {
        const ready = exchanges[consumed]
        if (ready) {
          consumed += 1
          resolve(ready)
        } else waiters.push(resolve)
      }),
    send: (path, request) => sendRequest(listening.port, path, request),
    close: async () => {
      await listening.close(0)
      await outbound.close()
    },
  }
}

/** The real transport, without a proxy. The caller must close it. */
export function openOutbound(limits: Limits = defaultLimits): Outbound {
  return createDispatcher({ headersTimeout: limits.headersTimeout, bodyTimeout: limits.bodyTimeout })
}

/** An upstream in this process that responds to the endpoints' examples, and adds every request to `requests`. */
export function echoUpstream(requests: HttpRequest[] = []): Upstream {
  return {
    id: 'demo',
    kind: 'demo',
    send: async (request): Promise<HttpResponse> => {
      const body = await readBody(request.body)
      requests.push({ ...request, body })
      return echoResponse(request.path)
    },
  }
}

export const chunkOf = (text: string) => ({ candidates: [{ content: { parts: [{ text }], role: 'model' } }] })

function echoResponse(path: string): HttpResponse {
  const json = { 'content-type': 'application/json' }
  const jsonResponse = (value: unknown): HttpResponse => ({
    status: 200,
    headers: json,
    body: Buffer.from(JSON.stringify(value)),
  })
  if (path.includes(':streamGenerateContent')) {
    const last = { candidates: [{ ...chunkOf('two').candidates[0], finishReason: 'STOP' }] }
    const text = `data: ${JSON.stringify(chunkOf('one'))}\n\ndata: ${JSON.stringify(last)}\n\n`
    return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: Buffer.from(text) }
  }
  if (path.includes(':embedContent')) return jsonResponse({ embedding: { values: [0.5, 0.25] } })
  if (path.includes(':predictLongRunning')) return jsonResponse({ name: 'models/gen-video/operations/abc' })
  if (path.includes(':countTokens')) return jsonResponse({ totalTokens: 7 })
  if (path.includes('/audio/')) return jsonResponse({ text: 'hello' })
  return jsonResponse(chunkOf('whole'))
}

export interface TestRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer | AsyncIterable<Uint8Array>
  /** Leave out to send the local key as `x-goog-api-key`. */
  readonly key?: null
  readonly signal?: AbortSignal
}

export interface TestResponse {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly text: string
  readonly json: unknown
  /** The connection closed before the response was complete. */
  readonly truncated: boolean
  /** The chunks in which the body arrived. */
  readonly chunks: readonly string[]
}

/** Sets the content type of a JSON body. */
export async function sendRequest(
  port: number,
  path: string,
  request: TestRequest = {},
): Promise<TestResponse> {
  const incoming = await open(port, path, request)
  const chunks: Buffer[] = []
  let truncated = false
  try {
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
  } catch {
    truncated = true
  }
  const text = Buffer.concat(chunks).toString('utf8')
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    text,
    json: parse(text),
    truncated,
    chunks: chunks.map((chunk) => chunk.toString('utf8')),
  }
}

/** Resolves with the response headers; the caller reads the body. */
export function open(port: number, path: string, request: TestRequest = {}): Promise<http.IncomingMessage> {
  const { body, signal } = request
  const method = request.method ?? (body === undefined ? 'GET' : 'POST')
  const key = request.key === null ? {} : { 'x-goog-api-key': localKey }
  const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
  const headers = { ...key, ...type, ...request.headers }
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method, headers, agent: false as const }
    const outgoing = http.request(signal ? { ...options, signal } : options, resolve)
    outgoing.on('error', reject)
    if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) outgoing.end(body)
    else void pipeBody(body, outgoing)
  })
}

async function pipeBody(body: AsyncIterable<Uint8Array>, outgoing: http.ClientRequest): Promise<void> {
  for await (const chunk of body) {
    if (!outgoing.write(chunk)) await new Promise((resolve) => outgoing.once('drain', resolve))
  }
  outgoing.end()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export interface FormPart {
  readonly name: string
  readonly value: string | Buffer
  readonly filename?: string
}

export const boundary = 'test-boundary'
export const formType = { 'content-type': `multipart/form-data; boundary=${boundary}` }

export function toForm(parts: readonly FormPart[]): Buffer {
  const chunks = parts.flatMap(({ name, value, filename }) => {
    const file = filename ? `; filename="${filename}"\r\nContent-Type: audio/wav` : ''
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')]
  })
  return Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)])
}
