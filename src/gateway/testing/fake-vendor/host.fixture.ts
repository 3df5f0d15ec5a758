// One host of the fake: listens on loopback, reports every request, and writes the reply of its handler.
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
  /** Path and query as received. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** Empty until it is complete. */
  body: Buffer
  /** Resolves if the connection closes before the response is complete. */
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
  // The address is a string only for pipes.
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
  if (reply.extension !== 'whole') outgoing.flushHeaders()
  for (const chunk of outgoing.req.method === 'HEAD' ? [] : reply.chunks) {
    if (outgoing.destroyed) return
    await new Promise<void>((resolve) => outgoing.write(chunk, () => resolve()))
    // Sends the next chunk in a separate packet.
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  if (reply.extension === 'whole') outgoing.end()
  if (reply.extension === 'cut') outgoing.destroy()
}
