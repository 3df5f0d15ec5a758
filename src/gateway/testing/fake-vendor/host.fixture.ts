// One host of the fake: listens on loopback, reports every request, and writes the reply of its handler.
// Replies are values, so that a fault can change one before it is written.
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Send } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
/** `openai` and `gemini` are the vendors; `storage` is the redirect target of downloads. */
export type HostName = 'gemini' | 'openai' | 'storage'

/** A complete request. */
export interface ReceivedRequest {
  readonly host: HostName
  readonly method: string
  /** Decoded, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** The credential, from a header or the query. */
  readonly key: string
}

/** After the last chunk: a broken connection, or nothing while the client waits. */
type Ending = 'cut' | 'silence'

export interface FakeResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Written one at a time. */
  readonly chunks: readonly Buffer[]
  /** The end of the response if absent. */
  readonly ending?: Ending
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

export function replyText(
  text: string | Buffer,
  { status = 200, type, headers = {} }: ReplyOptions,
): FakeResponse {
  const chunk = Buffer.from(text)
  return {
    status,
    headers: { 'content-type': type, ...headers },
    chunks: chunk.length > 0 ? [chunk] : [],
  }
}

export interface LoggedRequest {
  readonly host: HostName
  readonly method: string
  /** Path and query as received. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** Empty until it is complete. */
  body: Buffer
  /** Resolves if the connection closes before the response is complete. */
  readonly aborted: Promise<void>
}

interface Host {
  readonly url: string
  readonly close: () => Promise<void>
}

interface HostOptions {
  readonly name: HostName
  readonly onRequest: (logged: LoggedRequest) => void
  readonly respond: (received: ReceivedRequest) => Reply | Promise<Reply>
}

export async function openHost(options: HostOptions): Promise<Host> {
  const serve = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    void serveOne(options, incoming, outgoing)
  }
  const server = createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The address is a string only for pipes.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => closeServer(server),
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function serveOne(
  options: HostOptions,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const aborted = new Promise<void>((resolve) => {
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) resolve()
    })
  })
  const { method = '', url = '', headers } = incoming
  const logged: LoggedRequest = { host: options.name, method, url, headers, body: Buffer.alloc(0), aborted }
  options.onRequest(logged)
  const body = await readWhole(incoming)
  if (!body) return
  logged.body = body
  await write(await options.respond(toReceivedRequest(logged)), outgoing)
}

/** Returns undefined if the client disconnected. */
async function readWhole(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  try {
    // Without an encoding, the chunks are buffers.
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
  } catch {
    return undefined
  }
  return Buffer.concat(chunks)
}

function toReceivedRequest({ host, method, url, headers, body }: LoggedRequest): ReceivedRequest {
  const [path = '/', search = ''] = url.split('?', 2)
  const query = new URLSearchParams(search)
  const bearer = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
  const key = headers['x-goog-api-key'] ?? bearer ?? query.get('key') ?? ''
  return { host, method, path: decodeLoosely(path), query, headers, body, key: String(key) }
}

function decodeLoosely(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

async function write(reply: Reply, outgoing: ServerResponse): Promise<void> {
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

const neverAborted = new AbortController().signal

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
    signal: neverAborted,
  })
  return { ...response, chunks: [Buffer.from(await readBody(response.body))] }
}
