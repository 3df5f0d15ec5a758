// An HTTP proxy for tests with tunnels, absolute URLs and credentials. Only it resolves the tests' host names.
import http, { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, type Socket } from 'node:net'
import type { KeyPair } from './authority.fixture'
import { type Loopback, open } from './loopback-servers.fixture'

export interface ProxyOptions {
  /** The loopback port to which every host resolves; the requested port if absent. */
  readonly targetPort?: number
  /** `name:password`, required in every request if present. */
  readonly credentials?: string
  /** Serves the proxy over TLS. */
  readonly pair?: KeyPair
  /** Responds to every request with this status instead. */
  readonly errorStatus?: number
}

export interface ForwardProxy extends Loopback {
  /** `CONNECT host:443`, `GET http://host/path`, in order. */
  readonly requests: readonly string[]
}

export async function openForwardProxy(settings: ProxyOptions): Promise<ForwardProxy> {
  const requests: string[] = []
  const server = settings.pair ? createSecureServer({ ...settings.pair }) : createServer()
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    requests.push(`${incoming.method} ${incoming.url}`)
    const status = statusFor(incoming, settings)
    if (status === 200) return forward(incoming, outgoing, settings.targetPort)
    outgoing.writeHead(status, { 'proxy-authenticate': 'Basic realm="test"', 'content-type': 'text/html' })
    outgoing.end('<title>Refused</title>')
  })
  server.on('connect', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    requests.push(`${incoming.method} ${incoming.url}`)
    socket.on('error', () => {})
    const status = statusFor(incoming, settings)
    if (status === 200)
      return openTunnel(socket, head, settings.targetPort ?? Number(new URL(`http://${incoming.url}`).port))
    const page = '<title>Refused</title>'
    socket.end(
      `HTTP/1.1 ${status} Refused\r\nproxy-authenticate: Basic realm="test"\r\ncontent-length: ${page.length}\r\n\r\n${page}`,
    )
  })
  return { ...(await open(server)), requests }
}

function statusFor({ headers }: IncomingMessage, { credentials, errorStatus }: ProxyOptions): number {
  if (credentials !== undefined) {
    const expected = `Basic ${Buffer.from(credentials).toString('base64')}`
    if (headers['proxy-authorization'] !== expected) return 407
  }
  return errorStatus ?? 200
}

function openTunnel(socket: Socket, head: Buffer, port: number): void {
  const remote = connect(port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    remote.write(head)
    socket.pipe(remote).pipe(socket)
  })
  remote.on('error', () => socket.destroy())
  remote.on('close', () => socket.destroy())
  socket.on('close', () => remote.destroy())
}

/** Removes the header intended for the proxy, as a real one does. */
function forward(incoming: IncomingMessage, outgoing: ServerResponse, targetPort?: number): void {
  const { pathname, search, host, port } = new URL(incoming.url ?? '')
  const { 'proxy-authorization': _, ...headers } = incoming.headers
  const forwarded = http.request(
    {
      host: '127.0.0.1',
      port: targetPort ?? port,
      method: incoming.method,
      path: pathname + search,
      headers: { ...headers, host },
    },
    (response) => {
      outgoing.writeHead(response.statusCode ?? 0, response.headers)
      response.on('error', () => outgoing.destroy())
      response.pipe(outgoing)
    },
  )
  forwarded.on('error', () => outgoing.destroy())
  outgoing.on('close', () => forwarded.destroy())
  incoming.pipe(forwarded)
}
