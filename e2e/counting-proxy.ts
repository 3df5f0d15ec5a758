// A proxy on loopback that records its requests, and can require credentials.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'

export interface CountingProxy {
  url: string
  port: number
  /** Accepted requests: `GET http://…` in absolute form, or `CONNECT host:port` for tunnels. */
  requests: string[]
  /** `name:password`. If undefined, no credentials are required. */
  credentials: string | undefined
  /** How often it required credentials. */
  challenges: number
  close(): void
}

export async function openProxy(): Promise<CountingProxy> {
  const server = createServer((incoming, outgoing) => forward(proxy, incoming, outgoing))
  server.on('connect', (incoming, socket) => tunnel(proxy, incoming, socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const proxy: CountingProxy = {
    url: `http://127.0.0.1:${port}`,
    port,
    requests: [],
    credentials: undefined,
    challenges: 0,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return proxy
}

function isLoggedIn({ credentials }: CountingProxy, { headers }: IncomingMessage): boolean {
  if (credentials === undefined) return true
  return headers['proxy-authorization'] === `Basic ${Buffer.from(credentials).toString('base64')}`
}

const challenge = { 'proxy-authenticate': 'Basic realm="tests"' }

function forward(proxy: CountingProxy, incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (!isLoggedIn(proxy, incoming)) {
    proxy.challenges += 1
    outgoing.writeHead(407, challenge).end()
    return
  }
  const { method = '', url = '' } = incoming
  proxy.requests.push(`${method} ${url}`)
  const { 'proxy-authorization': _, ...headers } = incoming.headers
  const upstreamRequest = request(url, { method, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    response.on('error', () => outgoing.destroy())
    response.pipe(outgoing)
  })
  upstreamRequest.on('error', () => outgoing.destroy())
  outgoing.on('close', () => upstreamRequest.destroy())
  incoming.pipe(upstreamRequest)
}

function tunnel(proxy: CountingProxy, incoming: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => {})
  if (!isLoggedIn(proxy, incoming)) {
    proxy.challenges += 1
    socket.end('HTTP/1.1 407 Login\r\nproxy-authenticate: Basic realm="tests"\r\ncontent-length: 0\r\n\r\n')
    return
  }
  proxy.requests.push(`CONNECT ${incoming.url}`)
  const [host, port] = (incoming.url ?? '').split(':')
  const upstreamSocket = connect(Number(port), host, () => {
    socket.write('HTTP/1.1 200 Connected\r\n\r\n')
    socket.pipe(upstreamSocket).pipe(socket)
  })
  upstreamSocket.on('error', () => socket.destroy())
  socket.on('close', () => upstreamSocket.destroy())
}
