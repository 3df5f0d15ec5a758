// A SOCKS proxy for tests, versions 4a and 5; it alone knows where the test's host names lead.
import { connect, type Socket } from 'node:net'
import { type Loopback, openRawServer } from './loopback-servers.fixture'

export interface SocksSettings {
  /** The port on loopback that every host leads to. */
  readonly leadsTo: number
  /** `name:password`; asked of every connection where given. */
  readonly credentials?: string
  /** The reply to every wish: 0 (5) grants it; 2 is "not allowed", 5 "connection refused". */
  readonly reply?: number
}

export interface SocksProxy extends Loopback {
  /** `5 name:443` or `4 name:80`: the version and what was wished for, as the proxy was told it. */
  readonly asked: readonly string[]
}

export async function openSocksProxy(settings: SocksSettings): Promise<SocksProxy> {
  const asked: string[] = []
  const server = await openRawServer((socket) => {
    serve(socket, settings, asked).catch(() => socket.destroy())
  })
  return { ...server, asked }
}

async function serve(socket: Socket, settings: SocksSettings, asked: string[]): Promise<void> {
  const read = () => new Promise<Buffer>((resolve) => socket.once('data', resolve))
  const first = await read()
  if (first[0] === 4) {
    const [user = '', host = ''] = first.subarray(8).toString('latin1').split('\0')
    asked.push(`4 ${user && `${user}@`}${host}:${first.readUInt16BE(2)}`)
    socket.write(Buffer.from([0, 90, 0, 0, 0, 0, 0, 0]))
    return joinTo(socket, settings.leadsTo)
  }
  if (!(await greet(socket, first, settings.credentials))) return
  const wish = await read()
  asked.push(`5 ${readHost(wish)}:${wish.readUInt16BE(wish.length - 2)}`)
  const reply = settings.reply ?? 0
  socket.write(Buffer.from([5, reply, 0, 1, 0, 0, 0, 0, 0, 0]))
  if (reply === 0) joinTo(socket, settings.leadsTo)
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

/** A name is left to the proxy; an address would mean that it was looked up before. */
function readHost(wish: Buffer): string {
  if (wish[3] === 3) return wish.subarray(5, 5 + Number(wish[4])).toString('latin1')
  return `address ${[...wish.subarray(4, -2)].join('.')}`
}

function joinTo(socket: Socket, port: number): void {
  const far = connect(port, '127.0.0.1', () => socket.pipe(far).pipe(socket))
  far.on('error', () => socket.destroy())
  far.on('close', () => socket.destroy())
  socket.on('close', () => far.destroy())
}
