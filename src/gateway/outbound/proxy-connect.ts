// Opens the connections of one pool: straight to the origin, or by way of its proxy.
import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { buildConnector } from 'undici'
import type undiciConnector from 'undici/types/connector'
import type { ProxyRoute } from './outbound'
import { openSocks } from './proxy-socks'
import { openTunnel, type ProxyServer, type Target } from './proxy-tunnel'
import { codeOf, faultOf, toConnectError } from './transport-error'

type Connector = undiciConnector.connector

export interface ConnectSettings {
  /** Milliseconds until a connection must stand, to a proxy and through it; 0 waits for ever. */
  readonly timeout: number
  /** With the certificates to trust, for TLS to origins and to proxies; Node's own where absent. */
  readonly secureContext?: SecureContext | undefined
}

/** Plain HTTP goes to the proxy itself, which wants the whole address as the path; the rest is tunnelled. */
export function wantsWholeAddress(route: ProxyRoute, origin: string): boolean {
  return (route.kind === 'http' || route.kind === 'https') && origin.startsWith('http:')
}

/**
 * Node 18 would try the first address of a name alone: `localhost` is often ::1 first, and services listen on 127.0.0.1.
 * Newer ones would leave an address after 250 ms, which is too early for a slow line.
 */
const everyAddress = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 1000 }

export function connectorFor(route: ProxyRoute, { timeout, secureContext }: ConnectSettings): Connector {
  const options = { timeout, ...everyAddress, ...(secureContext ? { secureContext } : {}) }
  const connect = buildConnector(options)
  if (route.kind === 'direct') return (target, callback) => settle(open(connect, target), callback)
  // A connector of its own: undici remembers TLS sessions by host name, and origin and proxy may share one.
  const connectToProxy = buildConnector(options)
  return (target, callback) =>
    settle(throughProxy({ target, route, connect, connectToProxy, timeout }), callback)
}

interface Passage {
  readonly target: Target
  readonly route: ProxyServer
  readonly connect: Connector
  readonly connectToProxy: Connector
  readonly timeout: number
}

async function throughProxy({ target, route, connect, connectToProxy, timeout }: Passage): Promise<Socket> {
  const began = performance.now()
  // One patience for all of it: each stage has what the ones before it left over.
  const left = (): number => timeout && Math.max(1, timeout - (performance.now() - began))
  const socket = await openProxy(connectToProxy, route)
  const isPlain = target.protocol === 'http:'
  if (route.kind === 'socks4' || route.kind === 'socks5') {
    const tunnel = await openSocks(socket, route, { target, timeout: left() })
    return isPlain ? tunnel : await openWithin(left(), connect, { ...target, httpSocket: tunnel })
  }
  if (isPlain) return socket
  const tunnel = await openTunnel(socket, route, { target, timeout: left() })
  return await openWithin(left(), connect, { ...target, httpSocket: tunnel })
}

/** undici's own time-out would begin anew. */
function openWithin(
  milliseconds: number,
  connect: Connector,
  target: Target & { httpSocket: Socket },
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      reject(toConnectError('UND_ERR_CONNECT_TIMEOUT'))
      target.httpSocket.destroy()
    }
    const timer = milliseconds ? setTimeout(giveUp, milliseconds) : undefined
    open(connect, target)
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
      else reject(toConnectError(faultOf(error) === 'tls' ? 'PROXY_TLS' : 'PROXY_UNREACHABLE'))
    })
  })
}

function open(connect: Connector, target: Target): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connect(target, (error, socket) => {
      if (socket) resolve(socket)
      else reject(toConnectFailure(error))
    })
  })
}

/** Nothing is sent while a connection is made, whatever it fails of; its code must tell that from a later failure. */
function toConnectFailure(error: Error | null): Error | null {
  if (codeOf(error) === 'ETIMEDOUT') return toConnectError('UND_ERR_CONNECT_TIMEOUT')
  // undici would connect anew, for ever, after an error with its own code for sockets.
  return faultOf(error) === 'broken-off' ? toConnectError('CONNECTING_CUT_OFF') : error
}

function settle(socket: Promise<Socket>, callback: undiciConnector.Callback): void {
  socket.then(
    (ready) => callback(null, ready),
    (error: Error) => callback(error, null),
  )
}
