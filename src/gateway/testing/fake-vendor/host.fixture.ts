// One host of the double: listens on loopback, writes down every request, and writes what it is told to answer.
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { HostName, ReceivedRequest, Reply } from './reply.fixture'

export interface LoggedRequest {
  readonly host: HostName
  readonly method: string
  /** Path and query as they came. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** Empty until it is whole. */
  body: Buffer
  /** Resolves when the connection is gone before the answer was whole. */
  readonly aborted: Promise<void>
}

export interface Certificate {
  readonly key: string
  readonly cert: string
}

export interface Host {
  readonly url: string
  readonly close: () => Promise<void>
}

export interface HostOptions {
  readonly name: HostName
  readonly tls?: Certificate | undefined
  readonly onRequest: (logged: LoggedRequest) => void
  readonly respond: (received: ReceivedRequest) => Reply | Promise<Reply>
}

export async function openHost(options: HostOptions): Promise<Host> {
  const serve = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    void serveOne(options, incoming, outgoing)
  }
  const server = options.tls ? createTlsServer(options.tls, serve) : createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server on a port has no pipe's name.
  const { port } = server.address() as AddressInfo
  return {
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`,
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

/** Undefined where the sender broke off. */
async function readWhole(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  try {
    // Without an encoding, a request's chunks are buffers.
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
  if (reply.extension !== 'whole') outgoing.flushHeaders()
  for (const chunk of outgoing.req.method === 'HEAD' ? [] : reply.chunks) {
    if (outgoing.destroyed) return
    await new Promise<void>((resolve) => outgoing.write(chunk, () => resolve()))
    // The next chunk leaves in a packet of its own.
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  if (reply.extension === 'whole') outgoing.end()
  if (reply.extension === 'cut') outgoing.destroy()
}
