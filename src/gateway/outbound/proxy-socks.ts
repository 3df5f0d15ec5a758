// Asks a SOCKS proxy for a way to an origin over a connection that stands; names are resolved by the proxy.
import type { Socket } from 'node:net'
import { SocksClient } from 'socks'
import type { Passing, ProxyServer } from './proxy-tunnel'
import { type ConnectFault, toConnectError } from './transport-error'

/** The longest that a timer takes; `socks` knows no endless patience. */
const longestPatience = 2_147_483_647

/** Rejects with a coded error; the connection is gone then. */
export async function openSocks(socket: Socket, proxy: ProxyServer, passing: Passing): Promise<Socket> {
  const { target, timeout } = passing
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
      timeout: timeout || longestPatience,
    })
    return reached.socket
  } catch (error) {
    socket.destroy()
    throw toConnectError(readRefusal(error instanceof Error ? error.message : ''))
  }
}

/** `socks` tells its failures by sentences alone. */
function readRefusal(message: string): ConnectFault {
  if (/authentication failed|no accepted authentication/i.test(message)) return 'PROXY_CREDENTIALS'
  if (/timed out/i.test(message)) return 'PROXY_TIMEOUT'
  if (/RejectedIdent|RejectedWrongIdent/.test(message)) return 'PROXY_CREDENTIALS'
  if (/HostUnreachable|NetworkUnreachable|ConnectionRefused|TTLExpired|Failed\)/.test(message))
    return 'PROXY_FOUND_NOTHING'
  return /rejected connection/i.test(message) ? 'PROXY_REFUSED' : 'NOT_A_PROXY'
}
