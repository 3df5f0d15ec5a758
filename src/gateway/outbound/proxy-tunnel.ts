// Asks an HTTP proxy for a tunnel (CONNECT) over a connection that stands.
import { request } from 'node:http'
import type { Socket } from 'node:net'
import type undiciConnector from 'undici/types/connector'
import type { ProxyRoute } from './outbound'
import { type ConnectFault, faultOf, toConnectError } from './transport-error'

export type ProxyServer = Exclude<ProxyRoute, { kind: 'direct' }>
/** What a connection is wanted to. */
export type Target = undiciConnector.Options

export interface Passing {
  readonly target: Target
  /** Milliseconds for the proxy's answer; 0 waits for ever. */
  readonly timeout: number
}

/** Rejects with a coded error; the connection is gone then. */
export function openTunnel(
  socket: Socket,
  proxy: ProxyServer,
  { target, timeout }: Passing,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const authority = `${bracket(target.hostname)}:${target.port || 443}`
    const headers = { host: authority, connection: 'keep-alive', ...toProxyHeaders(proxy) }
    const asking = request({ method: 'CONNECT', path: authority, headers, createConnection: () => socket })
    const timer = timeout ? setTimeout(() => fail('PROXY_TIMEOUT'), timeout) : undefined

    function fail(code: ConnectFault): void {
      clearTimeout(timer)
      reject(toConnectError(code))
      asking.destroy()
      socket.destroy()
    }

    asking.on('error', (error) => fail(faultOf(error) === 'not-the-api' ? 'NOT_A_PROXY' : 'PROXY_REFUSED'))
    asking.once('connect', (answer, _tunnel, head: Buffer) => {
      const fault = readRefusal(answer.statusCode ?? 0)
      if (fault) return fail(fault)
      clearTimeout(timer)
      if (head.length > 0) socket.unshift(head)
      resolve(socket)
    })
    asking.end()
  })
}

export function toProxyHeaders({ credentials }: ProxyServer): Record<string, string> {
  if (!credentials) return {}
  const pair = Buffer.from(`${credentials.name}:${credentials.password}`, 'utf8')
  return { 'proxy-authorization': `Basic ${pair.toString('base64')}` }
}

function readRefusal(status: number): ConnectFault | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status === 407) return 'PROXY_CREDENTIALS'
  if (status === 400 || status === 404 || status === 405 || status === 501) return 'NOT_A_PROXY'
  return status === 502 || status === 503 || status === 504 ? 'PROXY_FOUND_NOTHING' : 'PROXY_REFUSED'
}

function bracket(hostname: string): string {
  return hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname
}
