// An HTTP proxy for tests: tunnels, whole addresses, credentials; it alone knows where the test's host names lead.
import http, { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, type Socket } from 'node:net'
import type { KeyPair } from './authority.fixture'
import { type Loopback, open } from './loopback-servers.fixture'

export interface ProxySettings {
  /** The port on loopback that every host leads to; the one that is asked for where absent. */
  readonly leadsTo?: number
  /** `name:password`; asked of every request where given. */
  readonly credentials?: string
  /** The proxy itself is reached over TLS. */
  readonly pair?: KeyPair
  /** Answers every request with this status instead. */
  readonly refusal?: number
}

export interface ForwardProxy extends Loopback {
  /** `CONNECT host:443`, `GET http://host/path`, in order. */
  readonly asked: readonly string[]
}

export async function openForwardProxy(settings: ProxySettings): Promise<ForwardProxy> {
  const asked: string[] = []
  const server = settings.pair ? createSecureServer({ ...settings.pair }) : createServer()
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    asked.push(`${incoming.method} ${incoming.url}`)
    const status = judge(incoming, settings)
    if (status === 200) return forward(incoming, outgoing, settings.leadsTo)
    outgoing.writeHead(status, { 'proxy-authenticate': 'Basic realm="test"', 'content-type': 'text/html' })
    outgoing.end('<title>Refused</title>')
  })
  server.on('connect', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    asked.push(`${incoming.method} ${incoming.url}`)
    socket.on('error', () => {})
    const status = judge(incoming, settings)
    if (status === 200)
      return join(socket, head, settings.leadsTo ?? Number(new URL(`http://${incoming.url}`).port))
    const page = '<title>Refused</title>'
    socket.end(
      `HTTP/1.1 ${status} Refused\r\nproxy-authenticate: Basic realm="test"\r\ncontent-length: ${page.length}\r\n\r\n${page}`,
    )
  })
  return { ...(await open(server)), asked }
}

function judge({ headers }: IncomingMessage, { credentials, refusal }: ProxySettings): number {
  if (credentials !== undefined) {
    const wanted = `Basic ${Buffer.from(credentials).toString('base64')}`
    if (headers['proxy-authorization'] !== wanted) return 407
  }
  return refusal ?? 200
}

function join(socket: Socket, head: Buffer, port: number): void {
  const far = connect(port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    far.write(head)
    socket.pipe(far).pipe(socket)
  })
  far.on('error', () => socket.destroy())
  far.on('close', () => socket.destroy())
  socket.on('close', () => far.destroy())
}

/** Without the header that was meant for the proxy, as a real one does. */
function forward(incoming: IncomingMessage, outgoing: ServerResponse, leadsTo?: number): void {
  const { pathname, search, host, port } = new URL(incoming.url ?? '')
  const { 'proxy-authorization': _, ...headers } = incoming.headers
  const onward = http.request(
    {
      host: '127.0.0.1',
      port: leadsTo ?? port,
      method: incoming.method,
      path: pathname + search,
      headers: { ...headers, host },
    },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.on('error', () => outgoing.destroy())
      answer.pipe(outgoing)
    },
  )
  onward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
}
