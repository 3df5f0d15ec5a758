// A tray on the session bus, as desktops provide it: a StatusNotifier host with which applications register their icons.
import { execFile } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'

const run = promisify(execFile)
const watcher = 'org.kde.StatusNotifierWatcher'

export interface TrayHost {
  /** Bus names of the registered icons. */
  readonly icons: readonly string[]
  /** The entries of the last icon's menu, without separators. Throws if there is no icon. */
  readMenu(): Promise<MenuEntry[]>
  /** Chooses the entry with this label. */
  choose(label: string): Promise<void>
  close(): void
}

interface MenuEntry {
  readonly id: number
  readonly label: string
}

/** Rejects if the session bus has a tray already. */
export async function openTrayHost(): Promise<TrayHost> {
  const icons: string[] = []
  const bus = await openBus((call) => {
    if (call.member === 'RegisterStatusNotifierItem') icons.push(call.sender)
    // The only property that is read: whether a host is registered.
    return call.member === 'Get'
      ? { signature: 'v', body: Buffer.from([1, 98, 0, 0, 1, 0, 0, 0]) }
      : emptyBody
  })
  await bus.call('Hello', emptyBody)
  await bus.call('RequestName', {
    signature: 'su',
    body: Buffer.concat([pad(toText(watcher), 4), toNumber(0)]),
  })
  const callMenu = async (method: string, ...args: string[]) => {
    const icon = icons.at(-1)
    if (icon === undefined) throw new Error('No icon is registered.')
    const path = '/com/canonical/dbusmenu'
    const target = ['--session', '--dest', icon, '--object-path', path]
    return (await run('gdbus', ['call', ...target, '--method', `com.canonical.dbusmenu.${method}`, ...args]))
      .stdout
  }
  const readMenu = async () => {
    const layout = await callMenu('GetLayout', '0', '@i -1', '@as []')
    return [...layout.matchAll(/\((?:int32 )?(\d+), \{([^}]*)\}/g)].flatMap(([, id, properties = '']) => {
      const label = /'label': <'((?:[^'\\]|\\.)*)'>|'label': <"([^"]*)">/.exec(properties)
      return label ? [{ id: Number(id), label: label[1] ?? label[2] ?? '' }] : []
    })
  }
  return {
    icons,
    readMenu,
    async choose(label) {
      const entry = (await readMenu()).find((each) => each.label === label)
      if (!entry) throw new Error(`The menu has no entry “${label}”.`)
      await callMenu('Event', String(entry.id), '"clicked"', '<0>', 'uint32 0')
    },
    close: bus.close,
  }
}

interface Body {
  readonly signature: string
  readonly body: Buffer
}

interface Call {
  readonly member: string
  readonly sender: string
}

const emptyBody: Body = { signature: '', body: Buffer.alloc(0) }

/** A connection to the session bus that answers every method call. */
async function openBus(answer: (call: Call) => Body) {
  const socket = await openSocket()
  const replies: (() => void)[] = []
  let serial = 0
  const send = (type: number, fields: Buffer, { signature, body }: Body) => {
    serial += 1
    const signed = signature
      ? Buffer.concat([pad(fields, 8), toField(8, 'g', toSignature(signature))])
      : fields
    const head = Buffer.from([0x6c, type, 0, 1])
    const header = Buffer.concat([
      head,
      toNumber(body.length),
      toNumber(serial),
      toNumber(signed.length),
      signed,
    ])
    socket.write(Buffer.concat([pad(header, 8), body]))
  }
  let received = Buffer.alloc(0)
  socket.on('data', (data: Buffer) => {
    received = Buffer.concat([received, data])
    for (let length = measure(received); received.length >= length; length = measure(received)) {
      const message = received.subarray(0, length)
      received = received.subarray(length)
      const isCall = message[1] === 1
      if (!isCall) {
        replies.shift()?.()
        continue
      }
      const [member, sender] = [readText(message, 3), readText(message, 7)]
      const reply = [toField(5, 'u', message.subarray(8, 12)), toField(6, 's', toText(sender))]
      send(2, joinFields(reply), answer({ member, sender }))
    }
  })
  return {
    /** Calls a method of the bus itself. */
    call(member: string, body: Body) {
      const name = 'org.freedesktop.DBus'
      const fields = [
        toField(1, 'o', toText('/org/freedesktop/DBus')),
        toField(2, 's', toText(name)),
        toField(3, 's', toText(member)),
        toField(6, 's', toText(name)),
      ]
      send(1, joinFields(fields), body)
      return new Promise<void>((resolve) => replies.push(resolve))
    },
    close: () => void socket.destroy(),
  }
}

async function openSocket(): Promise<Socket> {
  const address = process.env.DBUS_SESSION_BUS_ADDRESS ?? ''
  const [, kind, path = ''] = /unix:(path|abstract)=([^,;]+)/.exec(address) ?? []
  const socket = connect({ path: kind === 'abstract' ? `\0${path}` : path })
  const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`)
  await new Promise((resolve, reject) => {
    socket.once('data', resolve)
    socket.once('error', reject)
  })
  socket.write('BEGIN\r\n')
  return socket
}

/** Bytes of the first message; infinite until its length is known. */
function measure(bytes: Buffer): number {
  if (bytes.length < 16) return Number.POSITIVE_INFINITY
  return align(16 + bytes.readUInt32LE(12), 8) + bytes.readUInt32LE(4)
}

/** The text of a header field, whose code is followed by its signature and its length. */
function readText(message: Buffer, code: number): string {
  const at = message.indexOf(Buffer.from([code, 1, 0x73, 0]))
  return at < 0 ? '' : message.toString('utf8', at + 8, at + 8 + message.readUInt32LE(at + 4))
}

const align = (at: number, size: number) => Math.ceil(at / size) * size
const pad = (bytes: Buffer, size: number) =>
  Buffer.concat([bytes, Buffer.alloc(align(bytes.length, size) - bytes.length)])

function toNumber(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const toText = (text: string) => Buffer.concat([toNumber(Buffer.byteLength(text)), Buffer.from(`${text}\0`)])
const toSignature = (text: string) => Buffer.from([text.length, ...Buffer.from(text), 0])
const toField = (code: number, type: string, value: Buffer) =>
  Buffer.concat([Buffer.from([code]), toSignature(type), value])
const joinFields = (fields: readonly Buffer[]) =>
  fields.reduce((joined, field) => Buffer.concat([pad(joined, 8), field]), Buffer.alloc(0))
