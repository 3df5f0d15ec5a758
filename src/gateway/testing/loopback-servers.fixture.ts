// Servers on loopback that count and close their connections.
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from 'node:net'
import type { KeyPair } from './authority.fixture'

export interface Loopback {
  readonly port: number
  /** Connections so far. */
  readonly connections: () => number
  readonly close: () => Promise<void>
}

/** HTTPS if there is a key pair. */
export async function openServer(listener: RequestListener, pair?: KeyPair): Promise<Loopback> {
  return await open(pair ? createSecureServer({ ...pair }, listener) : createServer(listener))
}

export async function openRawServer(onSocket: (socket: Socket) => void): Promise<Loopback> {
  return await open(createRawServer(onSocket))
}

export async function open(server: Server): Promise<Loopback> {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/** A port at which nothing listens. */
export async function findClosedPort(): Promise<number> {
  const { port, close } = await openRawServer(() => {})
  await close()
  return port
}
