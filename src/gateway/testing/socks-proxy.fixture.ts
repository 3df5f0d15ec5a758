// A SOCKS proxy for tests, versions 4a and 5. Only it resolves the tests' host names.
import { connect, type Socket } from 'node:net'
import { type Loopback, openRawServer } from './loopback-servers.fixture'

export interface SocksOptions {
  /** The loopback port to which every host resolves. */
  readonly targetPort: number
  /** `name:password`, required for every connection if present. */
  readonly credentials?: string
  /** The reply to every request (version 5): 0 is success, 2 "not allowed", 5 "connection refused". */
  readonly reply?: number
}

interface SocksProxy extends Loopback {
  /** `5 name:443` or `4 name:80`: the version and the unresolved target. */
  readonly requests: readonly string[]
}

export async function openSocksProxy(settings: SocksOptions): Promise<SocksProxy> {
  const requests: string[] = []
  const server = await openRawServer((socket) => {
    serve(socket, settings, requests).catch(() => socket.destroy())
  })
  return { ...server, requests }
}

async function serve(socket: Socket, settings: SocksOptions, requests: string[]): Promise<void> {
  const read = () => new Promise<Buffer>((resolve) => socket.once('data', resolve))
  const first = await read()
  if (first[0] === 4) {
    const [user = '', host = ''] = first.subarray(8).toString('latin1').split('\0')
    requests.push(`4 ${user && `${user}@`}${host}:${first.readUInt16BE(2)}`)
    socket.write(Buffer.from([0, 90, 0, 0, 0, 0, 0, 0]))
    return openTunnel(socket, settings.targetPort)
  }
  if (!(await greet(socket, first, settings.credentials))) return
  const request = await read()
  requests.push(`5 ${readHost(request)}:${request.readUInt16BE(request.length - 2)}`)
  const reply = settings.reply ?? 0
  socket.write(Buffer.from([5, reply, 0, 1, 0, 0, 0, 0, 0, 0]))
  if (reply === 0) openTunnel(socket, settings.targetPort)
  else socket.end()

  async function greet(client: Socket, offer: Buffer, credentials: string | undefined): Promise<boolean> {
    const method = credentials === undefined ? 0 : 2
    const isOffered = offer.subarray(2, 2 + Number(offer[1])).includes(method)
    client.write(Buffer.from([5, isOffered ? method : 0xff]))
    if (!isOffered) client.end()
    if (!isOffered || credentials === undefined) return isOffered
    const login = await read()
    const name = login.subarray(2, 2 + Number(login[1])).toString()
    const password = login.subarray(3 + name.length).toString()
    const isRight = `${name}:${password}` === credentials
    client.write(Buffer.from([1, isRight ? 0 : 1]))
    if (!isRight) client.end()
    return isRight
  }
}

/** Names must be resolved by the proxy; an address would mean that the client resolved it. */
function readHost(request: Buffer): string {
  if (request[3] === 3) return request.subarray(5, 5 + Number(request[4])).toString('latin1')
  return `address ${[...request.subarray(4, -2)].join('.')}`
}

function openTunnel(socket: Socket, port: number): void {
  const remote = connect(port, '127.0.0.1', () => socket.pipe(remote).pipe(socket))
  remote.on('error', () => socket.destroy())
  remote.on('close', () => socket.destroy())
  socket.on('close', () => remote.destroy())
}
