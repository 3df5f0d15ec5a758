// One host of the fake: listens on loopback, reports every request, and writes the reply of its handler.
// Replies are values, so that a fault can change one before it is written.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Send } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import { openUpstream, type ScriptedUpstream, type UpstreamRequest } from '../test-gateway.fixture'

/** `openai` and `gemini` are the vendors; `storage` is the redirect target of downloads. */
export type HostName = 'gemini' | 'openai' | 'storage'

/** A complete request. */
export interface ReceivedRequest {
  readonly host: HostName
  readonly method: string
  /** With decoded colons, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** The credential, from a header or the query. */
  readonly key: string
}

export interface FakeResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Written one at a time. */
  readonly chunks: readonly Buffer[]
  /** After the last chunk: a broken connection, or nothing while the client waits; otherwise the end. */
  readonly ending?: 'cut' | 'silence'
}

/** `never` sends not even a status line; `reset` resets the connection. */
export type Reply = FakeResponse | 'never' | 'reset'

export const jsonType = 'application/json; charset=UTF-8'

/** The Gemini API indents its JSON by two and ends it with a line break. */
export function toPretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

export function replyJson(value: unknown, status = 200): FakeResponse {
  return replyText(toPretty(value), { status, type: jsonType })
}

interface ReplyOptions {
  readonly status?: number
  readonly type: string
  readonly headers?: Readonly<Record<string, string>>
}

export function replyText(text: string, { status = 200, type, headers = {} }: ReplyOptions): FakeResponse {
  const chunks = text === '' ? [] : [Buffer.from(text)]
  return { status, headers: { 'content-type': type, ...headers }, chunks }
}

export interface LoggedRequest extends UpstreamRequest {
  readonly host: HostName
}

interface HostOptions {
  readonly name: HostName
  readonly onRequest: (logged: LoggedRequest) => void
  readonly respond: (received: ReceivedRequest) => Reply | Promise<Reply>
}

export function openHost({ name, onRequest, respond }: HostOptions): Promise<ScriptedUpstream> {
  return openUpstream((request, outgoing, incoming) => {
    const logged = Object.assign(request, { host: name })
    onRequest(logged)
    incoming.on('end', async () => write(await respond(toReceivedRequest(logged)), outgoing))
  }, true)
}

export function toReceivedRequest({
  host,
  method,
  url,
  headers,
  body,
}: Omit<LoggedRequest, 'aborted'>): ReceivedRequest {
  const [path = '/', search = ''] = url.split('?', 2)
  const query = new URLSearchParams(search)
  const bearer = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
  const key = headers['x-goog-api-key'] ?? bearer ?? query.get('key') ?? ''
  return { host, method, path: path.replace(/%3A/gi, ':'), query, headers, body, key: String(key) }
}

export async function write(reply: Reply, outgoing: ServerResponse): Promise<void> {
  if (reply === 'never') return
  if (reply === 'reset') return void outgoing.socket?.resetAndDestroy()
  outgoing.socket?.setNoDelay(true)
  outgoing.writeHead(reply.status, reply.headers)
  if (reply.ending) outgoing.flushHeaders()
  for (const chunk of outgoing.req.method === 'HEAD' ? [] : reply.chunks) {
    if (outgoing.destroyed) return
    await new Promise<void>((resolve) => outgoing.write(chunk, () => resolve()))
    // Sends the next chunk in a separate packet.
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  if (!reply.ending) outgoing.end()
  if (reply.ending === 'cut') outgoing.destroy()
}

/** The demo service's response to the request, or to another JSON body. */
export async function askDemo(
  demo: Send,
  { method, path, query, headers, body }: ReceivedRequest,
  json?: object,
): Promise<FakeResponse> {
  const response = await demo({
    method,
    path: `${path}?${query.toString()}`,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: json ? Buffer.from(JSON.stringify(json)) : body,
    signal: new AbortController().signal,
  })
  return { ...response, chunks: [Buffer.from(await readBody(response.body))] }
}
