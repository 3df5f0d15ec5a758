// Opens the connections of one pool: directly to the origin, or through an HTTP (CONNECT) or SOCKS proxy.
import { request } from 'node:http'
import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { SocksClient } from 'socks'
import { buildConnector } from 'undici'
import type undiciConnector from 'undici/types/connector'
import type { ProxyRoute } from '../ports'
import { type ConnectFault, errorCodeOf, findFault, toConnectError } from './transport-error'

type Connector = undiciConnector.connector

/** Plain HTTP is sent to the proxy itself, with the absolute URL as the path; the rest is tunneled. */
export function usesAbsoluteForm(route: ProxyRoute, origin: string): boolean {
  return (route.kind === 'http' || route.kind === 'https') && origin.startsWith('http:')
}

/**
 * Node 18 tries only the first address of a name: `localhost` is often ::1 first, and services listen on 127.0.0.1.
 * Newer versions give up an address after 250 ms, which is too early for a slow network.
 */
const addressFamilies = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 1000 }

/**
 * `timeout`: milliseconds until a connection must be established, to a proxy and through it; 0 waits forever. `secureContext`:
 * the certificates to trust, for TLS to origins and to proxies; Node's own if undefined.
 */
export function connectorFor(
  route: ProxyRoute,
  timeout: number,
  secureContext: SecureContext | undefined,
): Connector {
  const options = { timeout, ...addressFamilies, ...(secureContext ? { secureContext } : {}) }
  const connect = buildConnector(options)
  if (route.kind === 'direct') return (target, callback) => settle(openConnection(connect, target), callback)
  // A separate connector: undici caches TLS sessions by host name, and origin and proxy may share one.
  const connectToProxy = buildConnector(options)
  return (target, callback) =>
    settle(connectThroughProxy({ target, route, connect, connectToProxy, timeout }), callback)
}

interface ProxyConnectOptions {
  readonly target: Target
  readonly route: ProxyServer
  readonly connect: Connector
  readonly connectToProxy: Connector
  readonly timeout: number
}

async function connectThroughProxy({
  target,
  route,
  connect,
  connectToProxy,
  timeout,
}: ProxyConnectOptions): Promise<Socket> {
  const startedAt = performance.now()
  // One timeout for all stages: each has what the ones before it left over.
  const remaining = (): number => timeout && Math.max(1, timeout - (performance.now() - startedAt))
  const socket = await openProxy(connectToProxy, route)
  const isPlain = target.protocol === 'http:'
  if (route.kind === 'socks4' || route.kind === 'socks5') {
    const tunnel = await openSocks(socket, route, target, remaining())
    return isPlain ? tunnel : await openWithTimeout(remaining(), connect, { ...target, httpSocket: tunnel })
  }
  if (isPlain) return socket
  const tunnel = await openTunnel(socket, route, target, remaining())
  return await openWithTimeout(remaining(), connect, { ...target, httpSocket: tunnel })
}

/** undici's own timeout would start again. */
function openWithTimeout(
  milliseconds: number,
  connect: Connector,
  target: Target & { httpSocket: Socket },
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const onTimeout = (): void => {
      reject(toConnectError('UND_ERR_CONNECT_TIMEOUT'))
      target.httpSocket.destroy()
    }
    const timer = milliseconds ? setTimeout(onTimeout, milliseconds) : undefined
    openConnection(connect, target)
      .finally(() => clearTimeout(timer))
      .then(resolve, reject)
  })
}

function openProxy(connect: Connector, { kind, host, port }: ProxyServer): Promise<Socket> {
  const protocol = kind === 'https' ? 'https:' : 'http:'
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
  return new Promise((resolve, reject) => {
    connect({ protocol, hostname: host, host: authority, port: String(port) }, (error, socket) => {
      if (socket) resolve(socket)
      else
        reject(
          toConnectError(findFault(error)?.verdict === 'certificate' ? 'PROXY_TLS' : 'PROXY_UNREACHABLE'),
        )
    })
  })
}

function openConnection(connect: Connector, target: Target): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connect(target, (error, socket) => {
      if (socket) resolve(socket)
      else reject(toConnectFailure(error))
    })
  })
}

/** Nothing is sent while connecting, so the error code must differ from that of a later failure. */
function toConnectFailure(error: Error | null): Error | null {
  if (errorCodeOf(error) === 'ETIMEDOUT') return toConnectError('UND_ERR_CONNECT_TIMEOUT')
  // undici would reconnect forever after an error with its own code for sockets.
  return findFault(error)?.name === 'brokenOff' ? toConnectError('CONNECTING_CUT_OFF') : error
}

function settle(socket: Promise<Socket>, callback: undiciConnector.Callback): void {
  socket.then(
    (ready) => callback(null, ready),
    (error: Error) => callback(error, null),
  )
}

export type ProxyServer = Exclude<ProxyRoute, { kind: 'direct' }>
/** The server to connect to. */
type Target = undiciConnector.Options

/** `timeout`: milliseconds for the proxy's response; 0 waits forever. */
function openTunnel(socket: Socket, proxy: ProxyServer, target: Target, timeout: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const authority = `${bracket(target.hostname)}:${target.port || 443}`
    const headers = { host: authority, connection: 'keep-alive', ...toProxyHeaders(proxy) }
    const connectRequest = request({
      method: 'CONNECT',
      path: authority,
      headers,
      createConnection: () => socket,
    })
    const timer = timeout ? setTimeout(() => fail('PROXY_TIMEOUT'), timeout) : undefined

    function fail(code: ConnectFault): void {
      clearTimeout(timer)
      reject(toConnectError(code))
      connectRequest.destroy()
      socket.destroy()
    }

    connectRequest.on('error', (error) =>
      fail(findFault(error)?.verdict === 'base-url' ? 'NOT_A_PROXY' : 'PROXY_REFUSED'),
    )
    connectRequest.once('connect', (response, _tunnel, head: Buffer) => {
      const fault = faultOfStatus(response.statusCode ?? 0)
      if (fault) return fail(fault)
      clearTimeout(timer)
      if (head.length > 0) socket.unshift(head)
      resolve(socket)
    })
    connectRequest.end()
  })
}

export function toProxyHeaders({ credentials }: ProxyServer): Record<string, string> {
  if (!credentials) return {}
  const pair = Buffer.from(`${credentials.name}:${credentials.password}`, 'utf8')
  return { 'proxy-authorization': `Basic ${pair.toString('base64')}` }
}

function faultOfStatus(status: number): ConnectFault | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status === 407) return 'PROXY_CREDENTIALS'
  if (status === 400 || status === 404 || status === 405 || status === 501) return 'NOT_A_PROXY'
  return status === 502 || status === 503 || status === 504 ? 'PROXY_FOUND_NOTHING' : 'PROXY_REFUSED'
}

function bracket(hostname: string): string {
  return hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname
}

/** The maximum of a timer; `socks` cannot wait forever. */
const maxTimerMs = 2_147_483_647

async function openSocks(
  socket: Socket,
  proxy: ProxyServer,
  target: Target,
  timeout: number,
): Promise<Socket> {
  const { host, port, credentials } = proxy
  const type = proxy.kind === 'socks4' ? 4 : 5
  const login = credentials ? { userId: credentials.name, password: credentials.password } : {}
  try {
    const reached = await SocksClient.createConnection({
      command: 'connect',
      destination: {
        host: target.hostname,
        port: Number(target.port || (target.protocol === 'https:' ? 443 : 80)),
      },
      proxy: { host, port, type, ...login },
      existing_socket: socket,
      timeout: timeout || maxTimerMs,
    })
    return reached.socket
  } catch (error) {
    socket.destroy()
    throw toConnectError(faultOfSocksMessage(error instanceof Error ? error.message : ''))
  }
}

/** `socks` reports errors only as text. */
function faultOfSocksMessage(message: string): ConnectFault {
  if (/authentication failed|no accepted authentication/i.test(message)) return 'PROXY_CREDENTIALS'
  if (/timed out/i.test(message)) return 'PROXY_TIMEOUT'
  if (/RejectedIdent|RejectedWrongIdent/.test(message)) return 'PROXY_CREDENTIALS'
  if (/HostUnreachable|NetworkUnreachable|ConnectionRefused|TTLExpired|Failed\)/.test(message))
    return 'PROXY_FOUND_NOTHING'
  return /rejected connection/i.test(message) ? 'PROXY_REFUSED' : 'NOT_A_PROXY'
}
