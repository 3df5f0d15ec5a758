// A proxy on loopback that tells what went through it, and may want a name and a password.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'

export interface CountingProxy {
  url: string
  port: number
  /** `GET http://…` of what was asked in absolute form, `CONNECT host:port` of tunnels; refused ones not. */
  seen: string[]
  /** `name:password`; nobody is asked for them where undefined */
  credentials: string | undefined
  /** how often it asked for credentials */
  refused: number
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
    seen: [],
    credentials: undefined,
    refused: 0,
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
    proxy.refused += 1
    outgoing.writeHead(407, challenge).end()
    return
  }
  const { method = '', url = '' } = incoming
  proxy.seen.push(`${method} ${url}`)
  const { 'proxy-authorization': _, ...headers } = incoming.headers
  const onward = request(url, { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.on('error', () => outgoing.destroy())
    answer.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
}

function tunnel(proxy: CountingProxy, incoming: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => {})
  if (!isLoggedIn(proxy, incoming)) {
    proxy.refused += 1
    socket.end('HTTP/1.1 407 Login\r\nproxy-authenticate: Basic realm="tests"\r\ncontent-length: 0\r\n\r\n')
    return
  }
  proxy.seen.push(`CONNECT ${incoming.url}`)
  const [host, port] = (incoming.url ?? '').split(':')
  const onward = connect(Number(port), host, () => {
    socket.write('HTTP/1.1 200 Connected\r\n\r\n')
    socket.pipe(onward).pipe(socket)
  })
  onward.on('error', () => socket.destroy())
  socket.on('close', () => onward.destroy())
}
