// A proxy on loopback that records its requests, and can require credentials.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CountingProxy {
  url: string
  /** Accepted requests: `GET http://…`; or `CONNECT host:port`, which it never accepts. */
  requests: string[]
  /** `name:password`. If undefined, no credentials are required. */
  credentials: string | undefined
  /** How often it required credentials. */
  challenges: number
  close(): void
}

export async function openProxy(): Promise<CountingProxy> {
  const server = createServer((incoming, outgoing) => forward(proxy, incoming, outgoing))
  server.on('connect', (incoming, socket) => {
    proxy.requests.push(`CONNECT ${incoming.url}`)
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const proxy: CountingProxy = {
    url: `http://127.0.0.1:${port}`,
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

function forward(proxy: CountingProxy, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method = '', url = '', headers: received } = incoming
  const { 'proxy-authorization': login, ...headers } = received
  const { credentials } = proxy
  if (credentials !== undefined && login !== `Basic ${Buffer.from(credentials).toString('base64')}`) {
    proxy.challenges += 1
    outgoing.writeHead(407, { 'proxy-authenticate': 'Basic realm="tests"' }).end()
    return
  }
  proxy.requests.push(`${method} ${url}`)
  const upstreamRequest = request(url, { method, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    response.on('error', () => outgoing.destroy())
    response.pipe(outgoing)
  })
  upstreamRequest.on('error', () => outgoing.destroy())
  outgoing.on('close', () => upstreamRequest.destroy())
  incoming.pipe(upstreamRequest)
}
